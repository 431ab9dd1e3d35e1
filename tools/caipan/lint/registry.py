"""Every check with its code, in the order of the report."""

from __future__ import annotations

from caipan.lint import scenes, structure, words
from caipan.lint.model import Check
from caipan.lint.structure import guard

UNREADABLE = (
    "CP01",
    "a file that is no feature: encoding, byte order mark, language, Gherkin",
    "see the message",
)
"""What is said of a file that no check can look into."""

MEND_NAME = "mend the name, or add it to clauses/skills.tsv"

BASELINE = ("CP60", "a baseline entry that names no scenario", "take it out of the baseline, or mend its id")
"""What is said of a baseline, which is no feature file."""

CHECKS: tuple[Check, ...] = (
    Check(
        "CP02",
        "the language header",
        f"begin the file with the line {structure.HEADER!r}",
        structure.header,
    ),
    Check("CP03", "功能 or 规则 without a title", "give it one", structure.untitled),
    Check("CP10", "a scenario without a title", "give it one: it is part of the id", guard("CP10")),
    Check(
        "CP11",
        "two scenarios of one title in a file: only the last would run",
        "give each its own title, also across 规则",
        guard("CP11"),
    ),
    Check("CP12", "a scenario without steps: it would pass", "write them, or take it out", guard("CP12")),
    Check(
        "CP13",
        "an outline without example rows: it would run once with its <参数> unfilled",
        "add 例子: with a table, or make it a 场景",
        guard("CP13"),
    ),
    Check("CP14", "a file without scenarios", "write one (场景:), or take the file out", guard("CP14")),
    Check("CP15", "two scenarios of one id", "change a title or a row of examples", guard("CP15")),
    Check(
        "CP16",
        "a line that begins with a keyword, and so becomes a step",
        "put a blank after the keyword of a step; begin a description with another word",
        guard("CP16"),
    ),
    Check(
        "CP17",
        "a <参数> that no column of the examples fills",
        "add the column to 例子, or mend the step",
        guard("CP17"),
    ),
    Check("CP18", "并且 or 但是 as a first step", "begin with 假如, 当 or 那么", guard("CP18")),
    Check(
        "CP19",
        "a rule without scenarios",
        "write one that shows it, or take it out",
        structure.empty_rule,
    ),
    Check(
        "CP20",
        "a tag that pytest obeys (@skip, @xfail, @parametrize …)",
        "take it off; known failures of an engine belong in a baseline",
        guard("CP20"),
    ),
    Check("CP21", "a tag that begins with _", "begin it with a letter", structure.underscored),
    Check(
        "CP22",
        "a tag on 例子, which selection and inheritance do not see",
        "put it on the 场景大纲, or split the outline",
        structure.example_tags,
    ),
    Check(
        "CP23",
        "a tag with an unknown key",
        "spell it right, or drop the colon",
        structure.unknown_keys,
    ),
    Check("CP24", "an unknown edition", "name one of the editions", guard("CP24")),
    Check(
        "CP25",
        "a rule that names no clause",
        "tag it (or its 功能, or each of its scenarios) with @clause:ID; `caipan clauses` lists the ids",
        structure.without_clause,
    ),
    Check("CP26", "an unknown clause", "take an id from `caipan clauses`", structure.unknown_clause),
    Check(
        "CP27",
        "a clause of another edition than the scenario's",
        "cite a clause of its own edition or the @reading, or mend @edition",
        structure.other_edition,
    ),
    Check(
        "CP28",
        "a clause that is not testable",
        "cite another, or change the catalogue if it can be shown after all",
        structure.untestable_clause,
    ),
    Check(
        "CP29",
        "an unknown reading",
        "take one from clauses/conflicts.md",
        structure.unknown_reading,
    ),
    Check("CP30", "a step that is not defined", "take one from `caipan steps`", scenes.undefined),
    Check(
        "CP31",
        "a step that fits two definitions",
        "the definitions must be told apart: change tools/caipan/language/steps/",
        scenes.ambiguous,
    ),
    Check("CP32", "a step that cannot be read", "see the message and `caipan steps`", scenes.unreadable),
    Check(
        "CP33",
        "a card that is in two places",
        "give each its own suit and number; a second copy is written with #2",
        scenes.twice,
    ),
    Check("CP34", "an unknown card", MEND_NAME, scenes.unknown_card),
    Check("CP35", "an unknown skill", MEND_NAME, scenes.unknown_skill),
    Check("CP36", "an unknown general", MEND_NAME, scenes.unknown_general),
    Check(
        "CP37",
        "a scenario without 那么: it would pass whatever the engine does",
        "say with 那么 what is true in the end",
        guard("CP37"),
    ),
    Check(
        "CP38",
        "two columns of examples of one name: only one would be used",
        "give each its own name, or take one out",
        guard("CP38"),
    ),
    Check(
        "CP39",
        "a column of examples that neither a step nor the title uses",
        "write its <参数> where it belongs, or take the column out",
        guard("CP39"),
    ),
    Check("CP40", "half-width punctuation in Chinese text", "write the full-width sign", words.half_width),
    Check("CP41", "full-width digits, letters or signs", "write them half-width", words.full_width),
    Check("CP42", "a word in Latin letters", "say it in Chinese: a feature is read by players", words.latin),
    Check("CP43", "slang where the rule documents have a term", "write the term", words.terms),
    Check(
        "CP44",
        "a heading, tag or row that is read as description",
        "write its : @ | half-width, and put it where it may stand",
        words.swallowed,
    ),
    Check(
        "CP45",
        "a 规则 or 场景 with another edition than what it stands in",
        "take one of the @edition tags off, or move it",
        guard("CP45"),
    ),
    Check(
        "CP46", "a title with control characters or signs that are not seen", "type it anew", guard("CP46")
    ),
)
