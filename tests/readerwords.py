"""Words that no refusal may contain: words of the program instead of those of pages and commands."""

import re

#: a name in the code or in files, a place in a document, a value in the syntax of JSON or Python
_PROGRAM = re.compile(
    r"\b[a-z0-9]+_[a-z0-9_]+"
    r"|\[\d+\]"
    r"|\w[.](?:match|body|options|results|players|winner|score|order)\b"
    r"|\b(?:null|None|True|False|NoneType|Traceback|uid)\b"
    r"|\b(?:unknown key|is wanted here, not (?:null|an object|true|false))"
    r"|: is missing|^is missing|^Is missing"
)


def program_words(sentence: str, *typed: str) -> list[str]:
    """Return the words of the program in a sentence; texts that were `typed` are allowed.

    >>> program_words("options.first_to: is missing."), program_words('"Wins needed" is missing.')
    (['first_to', ': is missing'], [])
    """
    for text in sorted(typed, key=len, reverse=True):
        sentence = sentence.replace(text[:37], "") if text.strip() else sentence
    return _PROGRAM.findall(sentence)
