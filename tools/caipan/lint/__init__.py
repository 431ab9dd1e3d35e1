"""``caipan lint``: what pytest-bdd would let pass in silence, and what makes a feature hard to read.

``document`` reads a feature file, ``checks`` lists every check with its code, ``run`` applies them.
A check is a small function from a document and what is known to findings.
"""
