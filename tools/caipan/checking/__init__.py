"""``caipan check``: does an adapter speak the contract, before any rule is judged?

``model`` says what a check is, ``bench`` is what it works on, ``situations`` what is played; the checks
themselves are in a module for each part of the contract, and ``catalogue`` lists them all.
"""
