"""Contact sheets: every page of the application on a phone, a laptop and a projector, by day and by night,
in three languages; and every print.

They are made by `make soak ARGS=tests/web/test_contact_sheet.py` into build/pictures, to be looked at;
`--renew-golden` puts them into docs/pictures.
"""

import base64
import html

import pytest

from tests.patience import PATIENCE_S
from tests.web.test_access import LAPTOP, PHONE, PRINT, PROJECTOR
from tests.web.wholehall import served

pytestmark = [pytest.mark.chromium, pytest.mark.soak]

NAMES = (
    "Ada Quist", "Bo Lindahl", "Cleo Moreau", "Dirk van der Velde", "Eva Rossi", "Finn O'Hara", "Gül Aydın",
    "Hanna Weiß", "Ivo Horvat", "Jana Nováková", "Kai Mäkinen", "Lucía Fernández", "Mats Ek", "Nora Lind",
    "Ole Berg", "Pia Conti", "Quentin Roy", "Rita Alves", "Sven Dahl",
)  # fmt: skip
#: day and night, in English and in the other two languages
DAY_AND_NIGHT = (("light", "en"), ("dark", "en"))
ABROAD = (("light", "it"), ("dark", "it"), ("light", "de"), ("dark", "de"))
PAPER = {"width": 794, "height": 1123}
#: size of the window, looks side by side, width of a picture on the sheet, addresses in a row
SHEETS = {
    "phone": (PHONE, DAY_AND_NIGHT, 112, 8),
    "laptop": (LAPTOP, DAY_AND_NIGHT, 220, 5),
    "projector": (PROJECTOR, DAY_AND_NIGHT, 220, 5),
    "languages": (PHONE, ABROAD, 90, 5),
    "languages-laptop": (LAPTOP, ABROAD, 150, 3),
    "prints": (PAPER, (("light", "en"), ("light", "it"), ("light", "de")), 170, 3),
}
#: bytes of all sheets: they are part of the repository
LARGEST = 2_600_000
STYLE = """body { margin: 12px; font: 10px sans-serif; background: #777; color: #fff; }
main { display: grid; gap: 10px; } figure { margin: 0; } figcaption { overflow-wrap: anywhere; }
img { display: inline-block; vertical-align: top; margin-right: 2px; }"""


def sheet_of(tab, shots, width, columns):
    """Return a picture (JPEG) of a grid of pictures side by side, those of an address with it below them."""
    figures = "".join(
        f"<figure>{''.join(f'<img width={width} src=data:image/jpeg;base64,{one}>' for one in looks)}"
        f"<figcaption>{html.escape(address)}</figcaption></figure>"
        for address, looks in shots.items()
    )
    room = max(map(len, shots.values())) * (width + 4)
    tab.set_viewport_size({"width": columns * (room + 10) + 24, "height": 800})
    grid = f"main {{ grid-template-columns: repeat({columns}, {room}px); }}"
    tab.set_content(f"<!doctype html><style>{STYLE}{grid}</style><main>{figures}</main>")
    tab.evaluate("() => Promise.all([...document.images].map((one) => one.decode()))")
    return tab.screenshot(full_page=True, type="jpeg", quality=42)


@pytest.fixture(scope="module")
def hall_of_people(tmp_path_factory):
    """A hall of people with usual names; (address of the application, its pages, a director's cookies)."""
    with served(tmp_path_factory.mktemp("people"), NAMES, "Window table") as found:
        yield found


def test_a_sheet_of_every_page_in_each_size(running_chromium, hall_of_people, pictures, repository, request):
    url, pages, cookies = hall_of_people
    sizes = []
    for name, (size, looks, width, columns) in SHEETS.items():
        context = running_chromium.new_context(viewport=size)
        context.set_default_timeout(PATIENCE_S * 1000)
        context.add_cookies(cookies)
        context.route("**/events?topics*", lambda route: None)
        tab = context.new_page()
        shots = {}
        for route, address, _ in pages:
            # of each page one address, but every print
            known = route != PRINT and any(route == shown for shown, _ in shots)
            if known or (route == PRINT) is not (name == "prints"):
                continue
            shots[(route, address)] = []
            for number, (scheme, language) in enumerate(looks):
                tab.emulate_media(color_scheme=scheme)
                if number == 0 or language != looks[number - 1][1]:
                    context.set_extra_http_headers({"accept-language": language})
                    tab.goto(url + address, wait_until="load")
                shot = tab.screenshot(type="jpeg", quality=80)
                shots[(route, address)].append(base64.b64encode(shot).decode())
        assert len(shots) > (6 if name == "prints" else 40)
        by_address = {address: found for (_, address), found in shots.items()}
        made = sheet_of(context.new_page(), by_address, width, columns)
        sizes.append(len(made))
        (pictures / f"pages-{name}.jpg").write_bytes(made)
        if request.config.getoption("--renew-golden"):
            (repository / "docs" / "pictures" / f"pages-{name}.jpg").write_bytes(made)
        context.close()
    assert sum(sizes) < LARGEST, sizes
