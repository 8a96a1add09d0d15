"""Names on their way to a board: readable in its letters, and never longer than it takes."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablecore.messages import LONGEST_NAME
from tabledevice import font
from tabledevice.canvas import glyph
from tablekeeper.lettering import WHOLE, distinct, doubt, lettered

NAMES = {
    "Ann": "Ann",
    "O'Brien-Smith": "O'Brien-Smith",
    "Jürgen Groß": "Jürgen Groß",
    "Søren Ångström": "Søren Ångström",
    "Nicolò È": "Nicolò È",
    "Łukasz Żółć": "Lukasz Zólc",
    "Дмитрий Щербаков": "Dmitriy Shcherbakov",
    "Γιώργος": "Giorgos",
    "王小明": "Wang Xiaoming",
    "Đặng Văn Lâm": "Dang Van Lam",
    "O’Hara “Bob”": 'O\'Hara "Bob"',
    "Zoë\r\n\tvan  Dam ": "Zoë van Dam",
    "Ann\x00\x1b[2J\u202eBob\x7f": "Ann[2JBob",
    "😀 Bob": "Bob",
    "": "",
    "\u200b": "",
}


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_written_in_the_boards_letters(name):
    assert lettered(name) == NAMES[name]


#: (name, language): its name on boards
HARD = {
    ("Παπαδόπουλος", ""): "Papadopoulos",
    ("Ευάγγελος Αυγερινός", ""): "Evangelos Avgerinos",
    ("Ευθύμιος Μπάμπης", ""): "Efthymios Bampis",
    ("Ταΰγετος", ""): "Taygetos",
    ("ΠΑΠΑΔΟΠΟΥΛΟΥ", ""): "PAPADOPOULOU",
    ("Юрий Щукин", ""): "Yuriy Shchukin",
    ("Игорь Подъячев", "ru"): "Igor Podyachev",
    ("Лукіян Їжакевич", ""): "Lukiian Yizhakevych",
    ("Сергій Згурський", ""): "Serhii Zghurskyi",
    ("Григорий", "uk"): "Hryhoryi",
    ("Мар'яна", ""): "Mariana",
    ("Ўладзімір", ""): "Uladzimir",
    ("Мария Щерева", "bg"): "Maria Shtereva",
    ("Мария Щерева", ""): "Mariya Shchereva",
    ("Ђорђе Ћирић", ""): "Djordje Ciric",
    ("Никола Јокић", "sr"): "Nikola Jokic",
    ("Ѓорѓи Ќосев", ""): "Gjorgji Kjosev",
    ("محمد علي", ""): "Mhmd Ali",
    ("يوسف", ""): "Yusf",
    ("דוד כהן", ""): "Dvd Khn",
    ("王小明", "zh"): "Wang Xiaoming",
    ("单雄信", "zh"): "Shan Xiongxin",
    ("单 雄信", "zh"): "Shan Xiongxin",
    ("欧阳修", "zh"): "Ouyang Xiu",
    ("田中太郎", ""): "Tian Zhongtailang",
    ("田中太郎", "ja"): "",
    ("田中太郎 (たなか たろう)", ""): "Tanaka Taro",
    ("井上（いのうえ）", ""): "Inoue",
    ("たなか ゆうき", ""): "Tanaka Yuki",
    ("まつうら しゅんいち", ""): "Matsuura Shunichi",
    ("ﾀﾅｶ・ジョー", ""): "Tanaka-Jo",
    ("はっちょう さっぽろ", ""): "Hatcho Sapporo",
    ("김민수", ""): "Kim Minsu",
    ("이 영희", ""): "Lee Yeonghui",
    ("남궁민수", ""): "Namgung Minsu",
    ("金民秀", "ko"): "",
    ("Nguyễn Văn Đức", ""): "Nguyen Van Duc",
    ("Işık İnci", ""): "Isik Inci",
    ("Ann 👍 Groß", ""): "Ann Groß",
    ("გიორგი", ""): "Giorgi",
    ("Maria-Magdalena Leutheusser-Schnarrenberger", ""): "Maria-Magdalena Leut",
}


@pytest.mark.parametrize(("name", "language"), HARD)
def test_a_name_is_written_as_its_language_writes_it(name, language):
    assert lettered(name, language=language) == HARD[name, language]


DOUBTS = {
    ("Ann", ""): "",
    ("Ann 👍 Groß", ""): "",
    ("Παπαδόπουλος", ""): "",
    ("Сергій", ""): "",
    ("김민수", ""): "",
    ("たなか", ""): "",
    ("田中太郎 (たなか たろう)", ""): "",
    ("王小明", "zh"): "",
    ("王小明", ""): "Chinese characters are read differently in each language",
    ("田中太郎", "ja"): "only its bearer knows how the Chinese characters are read",
    ("田中さくら", ""): "only its bearer knows how the Chinese characters are read",
    ("金民秀", "ko"): "only its bearer knows how the Chinese characters are read",
    ("محمد", ""): "the vowels are not written",
    ("דוד כהן", ""): "the vowels are not written",
    ("สมชาย", ""): "this script is written in Latin letters only roughly",
    ("👍", ""): "a board has none of its letters",
    ("...", ""): "a board has none of its letters",
    ("Maria-Magdalena Leutheusser", ""): "it is longer than 20 letters",
}


@pytest.mark.parametrize(("name", "language"), DOUBTS)
def test_a_poor_proposal_is_marked(name, language):
    assert doubt(name, language) == DOUBTS[name, language]


def test_names_for_one_board_differ():
    for names, shown in (
        (["Ann", "Bob"], ["Ann", "Bob"]),
        (["Alexander", "Alexandra"], ["Alexander", "Alexandra"]),
        (["Wang Wei", "wang wei", "Wang Wei"], ["Wang Wei 1", "wang wei 2", "Wang Wei 3"]),
        (["Maria-Magdalena Leut-Ott", "Maria-Magdalena Leut-Uhl"], ["M. Leut-Ott", "M. Leut-Uhl"]),
        (["A" * 30, "A" * 25, "A" * 20], ["A" * 17 + " 1", "A" * 17 + " 2", "A" * 17 + " 3"]),
        # a numbered name that another player has
        (["Ann", "Ann", "Ann 1"], ["Ann 2", "Ann 3", "Ann 1"]),
        (["", "", "Ann"], ["", "", "Ann"]),
    ):
        assert distinct(names) == tuple(shown)


@given(st.lists(st.text(st.sampled_from("Aab. 12"), max_size=26).map(lambda text: " ".join(text.split()))))
def test_any_names_for_one_board_differ(names):
    shown = [one.casefold() for one in distinct(names) if one]
    assert len(shown) == len(set(shown)) == len([one for one in names if one])
    assert all(len(one) <= LONGEST_NAME for one in distinct(names))


@given(st.text(max_size=60), st.sampled_from(["", "uk", "ja", "zh", "bg"]))
def test_what_is_proposed_without_doubt_can_be_told_from_nothing(name, language):
    if not doubt(name, language):
        assert any(map(str.isalnum, lettered(name, WHOLE, language)))


def test_letters_in_two_parts_are_one():
    apart = unicodedata.normalize("NFD", "Jürgen")
    assert apart != "Jürgen"
    assert lettered(apart) == "Jürgen"


def test_a_name_is_cut_between_two_letters():
    # the last letter would become "shch" and has three places
    assert lettered("A" * 17 + "щ") == "A" * 17
    assert lettered("A" * 16 + "щ") == "A" * 16 + "shch"
    assert lettered("Wilhelmina Jane Featherstone") == "Wilhelmina Jane Feat"
    assert lettered("Wilhelmina Featherst one") == "Wilhelmina Featherst"


def test_a_sign_that_is_a_sentence_is_cut_itself():
    assert lettered("\N{ARABIC LIGATURE BISMILLAH AR-RAHMAN AR-RAHEEM}") == ""
    assert lettered("\N{ARABIC LIGATURE JALLAJALALOUHOU}Ann", 4) == "Jall"


def test_the_protocol_names_the_letters(repository):
    assert f"`{font.LETTERS}`" in (repository / "firmware" / "PROTOCOL.md").read_text("utf-8")


@given(st.text(max_size=60))
def test_any_name_can_be_shown(name):
    written = lettered(name)
    assert len(written) <= LONGEST_NAME
    assert written == written.strip()
    assert all(" " <= letter <= "~" or letter in font.LETTERS for letter in written)
    assert all(glyph(letter) != glyph(chr(font.UNKNOWN)) for letter in written)
    # what has been written once is written the same again
    assert lettered(written) == written


@given(st.text(st.characters(categories=["L"]), min_size=1, max_size=6))
def test_plain_letters_stay_in_order(name):
    kept = [letter for letter in name if letter.isascii() or letter in font.LETTERS]
    written = iter(lettered(unicodedata.normalize("NFC", name)))
    assert all(letter in written for letter in kept if letter == unicodedata.normalize("NFC", letter))
