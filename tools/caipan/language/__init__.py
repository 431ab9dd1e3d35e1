"""The scenario language: from the words of a feature file to a played scene and its checks.

``words``     the smallest words: players, cards, numbers, phases, zones
``scene``     假如: the table, the piles
``script``    当: openers and moves
``events``    rows of 依次发生 and 没有发生
``checks``    那么: what a check is
``expect``    那么: checks of what the table shows
``happened``  那么: checks of how it came to this
``steps``     the step patterns of all three, for pytest-bdd
``draft``     a scenario as it is collected, step by step
``reading``   a whole scenario from its text; the page of all steps
``needs``     what an engine must have for it
``match``     which entry of the script answers which ask
``unasked``   discards that an engine need not ask for
``play``      a scenario against an engine
``describe``  events, asks and choices in words
"""
