"""Writes names of other scripts in Latin letters, by the rules of the language of the name. Pure.

Sources: Greek ELOT 743, Ukrainian resolution 55 of 2010, the Bulgarian law of 2009, Chinese pinyin with the
family name first, Japanese kana as in passports, Korean family names in their usual spelling. `anyascii`
writes what a language does not write differently.

>>> "".join(pieces("Παπαδοπούλου")), "".join(pieces("Сергій")), "".join(pieces("井上（いのうえ）"))
('Papadopoulou', 'Serhii', 'Inoue')
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping

from anyascii import anyascii

from tablekeeper.languages import _

#: the languages whose rules differ from those of their script, or decide how Chinese characters are read
LANGUAGES = {
    "be": _("Belarusian"), "bg": _("Bulgarian"), "el": _("Greek"), "ja": _("Japanese"), "ko": _("Korean"),
    "mk": _("Macedonian"), "ru": _("Russian"), "sr": _("Serbian"), "uk": _("Ukrainian"), "zh": _("Chinese"),
}  # fmt: skip

HAN, KANA, HANGUL, GREEK, CYRILLIC = "CJK", "KANA", "HANGUL", "GREEK", "CYRILLIC"
#: scripts that leave most vowels out
UNVOWELLED = frozenset({"ARABIC", "HEBREW", "SYRIAC", "THAANA"})
#: scripts whose letters alone say how a name is spoken
SPOKEN = frozenset({"LATIN", GREEK, CYRILLIC, HANGUL, KANA, "ARMENIAN", "GEORGIAN", "BOPOMOFO"})
_KANA = frozenset({"HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HALFWIDTH"})

#: letters that only one of the languages of a script has
_OWN_LETTERS = {"uk": "іїєґ", "be": "ў", "sr": "ђћ", "mk": "ѓќѕ"}


def _table(text: str) -> dict[str, str]:
    """Return letters or pairs of letters with their spelling; "-" is nothing."""
    words = text.split()
    return dict(zip(words[::2], ("" if new == "-" else new for new in words[1::2]), strict=True))


#: by language or script; "^" and "$" are the beginning and the end of a word
_SPELLED: Mapping[str, Mapping[str, str]] = {
    "ru": _table("ь - ъ -"),
    "uk": _table(
        "ь - ’ - ' - г h ґ g зг zgh и y і i ї i є ie й i ю iu я ia ^ї yi ^є ye ^й y ^ю yu ^я ya х kh щ shch"
    ),
    "be": _table("ь - ’ - ' - г h і i ў u ё io ю iu я ia й i ^ё yo ^ю yu ^я ya ^е ye х kh"),
    "bg": _table("щ sht ъ a ь y х h й y ия$ ia"),
    "sr": _table("ђ dj ж z ј j љ lj њ nj ћ c х h ц c ч c џ dz ш s"),
    "mk": _table("ѓ gj ж zh ѕ dz ј j љ lj њ nj ќ kj х h ц c ч ch џ dj ш sh"),
    GREEK: _table(
        "α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps"
        " ω o γγ ng γξ nx γχ nch ^μπ b μπ$ b"
    ),
    # letters that stand for a vowel
    "ARABIC": _table("^ع a ي i ^ي y و u ^و w ة a ى a ی i ^ی y"),
    "HEBREW": _table("א a ע a י i ^י y ^כ k ה$ a"),
}
#: before these, and at the end of a word, the second letter of αυ, ευ and ηυ is an f
_VOICELESS = frozenset("θκξπσςτφχψ")

#: family names of two characters; all others have one
_LONG_FAMILIES = frozenset(
    "欧阳 歐陽 司马 司馬 诸葛 諸葛 上官 司徒 东方 東方 皇甫 尉迟 尉遲 公孙 公孫 慕容 令狐 夏侯 宇文 长孙 長孫"
    " 남궁 황보 제갈 사공 선우 독고 서문".split()
)
#: characters that are read or spelled differently in a family name
_FAMILIES = _table(
    "单 Shan 單 Shan 曾 Zeng 解 Xie 仇 Qiu 区 Ou 區 Ou 查 Zha 任 Ren 朴 Piao 盖 Ge 蓋 Ge 翟 Zhai 乐 Yue"
    " 樂 Yue 尉 Yu 缪 Miao 繆 Miao 员 Yun 김 Kim 이 Lee 박 Park 최 Choi 정 Jung 강 Kang 조 Cho"
    " 윤 Yoon 임 Lim 오 Oh 신 Shin 우 Woo 유 Yoo 노 Noh 고 Ko 구 Koo 문 Moon 주 Joo 부 Boo"
    " 전 Jeon 안 Ahn 곽 Kwak 권 Kwon 길 Gil"
)

#: a small kana changes the vowel of the one before it
_SMALL = _table("ゃ ya ゅ yu ょ yo ぁ a ぃ i ぅ u ぇ e ぉ o ゎ wa")
_HEPBURN = _table("ゔ vu を o ぢ ji づ zu じ ji つ tsu ふ fu ち chi し shi")


@functools.lru_cache(4096)
def script(letter: str) -> str:
    """Return the script of a letter in Unicode's word; "" for what is no letter."""
    # the sign of a long vowel
    if unicodedata.category(letter)[0] != "L":
        return KANA if letter == "ー" else ""
    word = unicodedata.name(letter, "?").split()[0]
    return KANA if word in _KANA else word


def language_of(name: str, language: str = "") -> str:
    """Return the language of a name: the given one, or what the letters alone say; "" if they do not."""
    scripts, letters = {script(letter) for letter in name}, name.lower()
    if language or not scripts:
        return language
    if KANA in scripts:
        return "ja"
    if HANGUL in scripts:
        return "ko"
    if re.search("[а-я]['’][а-я]", letters):
        return "uk"
    return next((code for code, own in _OWN_LETTERS.items() if any(one in letters for one in own)), "")


def is_reading(name: str) -> bool:
    """Return whether a name is in kana alone, so that it says how it is read."""
    return {script(letter) for letter in name} - {""} == {KANA}


def read_as(name: str) -> str:
    """Return the reading in kana that a name has in brackets, "井上（いのうえ）", else the name."""
    found = re.search(r"[(\uff08]([^()\uff08\uff09]+)[)\uff09]", name)
    return found[1] if found and is_reading(found[1]) else name


def pieces(name: str, language: str = "") -> Iterator[str]:
    """Yield the name in Latin letters, in pieces between which it may be cut.

    Latin letters stay as they are. Chinese characters of a Japanese or Korean name are left out: only its
    bearer knows how they are read, and the Chinese reading is wrong.
    """
    name = unicodedata.normalize("NFC", name)
    language = language_of(name, language)
    runs = list(_runs(read_as(name)))
    scripts = [script(run[0]) for run in runs]
    for number, (run, of) in enumerate(zip(runs, scripts, strict=True)):
        # family and given name may be one word
        alone = scripts.count(of) == 1
        if of == HAN and language in ("ja", "ko"):
            continue
        if of in (HAN, HANGUL):
            yield from _family_first(run, families=number == scripts.index(of), alone=alone)
        elif of == KANA:
            yield from _titled(_japanese(run))
        elif of == GREEK:
            yield from _spelled(run, _greek(run))
        elif of == CYRILLIC:
            yield from _spelled(run, _SPELLED.get(language, _SPELLED["ru"]))
        elif of in ("", "LATIN"):
            yield from map(_sign, run)
        else:
            yield from _titled(_spelled(run, _SPELLED.get(of, {})))


def _runs(name: str) -> Iterator[str]:
    """Yield the parts of one script each; marks, and apostrophes in Cyrillic, belong to the letter before."""
    run = ""
    for place, letter in enumerate(name):
        of = script(letter)
        if letter in "'’" and name[place + 1 :]:
            of = CYRILLIC if script(name[place + 1]) == CYRILLIC else of
        if run and (of == script(run[0]) or unicodedata.category(letter)[0] == "M"):
            run += letter
            continue
        if run:
            yield run
        run = letter
    if run:
        yield run


def _sign(letter: str) -> str:
    if letter.isascii() or unicodedata.category(letter)[0] == "L":
        return letter if letter.isprintable() else ""
    # pictures and invisible signs are left out
    return anyascii(letter) if unicodedata.category(letter)[0] in "NPZM" else ""


def _titled(found: Iterable[str]) -> Iterator[str]:
    """Yield pieces of a script without capitals; the first letter becomes a capital one."""
    first = True
    for piece in found:
        piece = piece.lstrip("'`").lower() if first else piece.lower()
        if piece and first:
            piece, first = piece[0].upper() + piece[1:], False
        yield piece


def _spelled(run: str, table: Mapping[str, str]) -> Iterator[str]:
    """Yield a word by a table of letters and pairs; a piece has a capital letter where the word has one."""
    # a capital letter may have two small ones
    lower = run.lower()
    capitals = run if len(lower) == len(run) else lower
    place = 0
    while place < len(lower):
        for long in (2, 1):
            part = lower[place : place + long]
            keys = [f"^{part}"] if not place else [f"{part}$"] if place + long >= len(lower) else []
            new = next((table[key] for key in (*keys, part) if key in table), None)
            if new is not None:
                break
        if new is None:
            new = anyascii(part)
        if capitals[place].isupper():
            # "Щ" is "Shch" in a word, and "SHCH" in capital letters
            all_of_them = capitals[place : place + 2].isupper() and len(capitals) > 1
            new = new.upper() if all_of_them else new[:1].upper() + new[1:]
        yield new
        place += long


def _greek(run: str) -> dict[str, str]:
    """Return the spelling of a word's letters with accents, and of its ου, αυ, ευ and ηυ."""
    lower, plain = run.lower(), _SPELLED[GREEK]
    table = {**plain, **{letter: plain.get(_bare(letter), anyascii(letter)) for letter in lower}}
    for place in range(len(lower) - 1):
        pair, first, second = lower[place : place + 2], lower[place], lower[place + 1]
        marks = unicodedata.normalize("NFD", second)[1:]
        # an accent on the first letter or a diaeresis on the second one parts them
        if first in "αεηο" and _bare(second) == "υ" and "\N{COMBINING DIAERESIS}" not in marks:
            after = _bare(lower[place + 2 : place + 3])
            table[pair] = "ou" if first == "ο" else plain[first] + ("vf"[not after or after in _VOICELESS])
    return table


def _bare(letter: str) -> str:
    return unicodedata.normalize("NFD", letter)[:1]


def _family_first(run: str, *, families: bool, alone: bool) -> Iterator[str]:
    """Yield the syllables of a Chinese or Korean name; `alone`: family and given name are written together.

    With `families` the name begins here, with its family name.
    """
    family = 2 if run[:2] in _LONG_FAMILIES and len(run) > 2 else 1
    if not alone or not 1 < len(run) < 5:
        family = len(run)
    for place, letter in enumerate(run):
        syllable = _FAMILIES.get(letter) if families and family == 1 and not place else None
        syllable = syllable or re.sub("^([ln])v", r"\1yu", anyascii(letter).lower())
        yield syllable.capitalize() if place in (0, family) else syllable
        if place + 1 == family < len(run):
            yield " "


def _japanese(run: str) -> Iterator[str]:
    """Yield the syllables in the spelling of passports: no long vowels, except in "Inoue"."""
    kana = [_hiragana(letter) for letter in unicodedata.normalize("NFKC", run)]
    doubled, last, place = False, "", 0
    while place < len(kana):
        letter = kana[place]
        after = kana[place + 1] if place + 1 < len(kana) else ""
        place += 1
        if letter == "っ":
            doubled = True
            continue
        small = _SMALL.get(after)
        syllable = _HEPBURN.get(letter) or _SMALL.get(letter) or anyascii(letter).lower()
        if small is not None and len(syllable) > 1:
            place += 1
            # shi + ya = sha, ki + ya = kya, te + i = ti
            hard = small[-1:] if syllable in ("shi", "chi", "ji") else small
            syllable = syllable[:-1] + hard
        following = kana[place] if place < len(kana) else ""
        long = (
            letter == "ー"
            or (letter == "う" and last.endswith("o") and following != "え")
            or (letter == "お" and last.endswith("o"))
            or (letter == "う" and last.endswith(("yu", "shu", "chu", "ju")))
        )
        if long:
            last = ""
            continue
        if doubled:
            syllable, doubled = ("t" if syllable.startswith("ch") else syllable[:1]) + syllable, False
        last = syllable
        yield syllable


def _hiragana(letter: str) -> str:
    return chr(ord(letter) - 0x60) if "ァ" <= letter <= "ヴ" else letter
