"""Contact sheets: every page of the application on a phone, a laptop and a projector, by day and by night.

They are made by `make soak ARGS=tests/web/test_contact_sheet.py` into build/pictures, to be looked at;
`--renew-golden` puts them into docs/pictures.
"""

import base64
import html

import pytest

from tests.patience import PATIENCE_S
from tests.web.test_access import LAPTOP, PHONE, PROJECTOR
from tests.web.wholehall import served

pytestmark = [pytest.mark.chromium, pytest.mark.soak]

NAMES = (
    "Ada Quist", "Bo Lindahl", "Cleo Moreau", "Dirk van der Velde", "Eva Rossi", "Finn O'Hara", "Gül Aydın",
    "Hanna Weiß", "Ivo Horvat", "Jana Nováková", "Kai Mäkinen", "Lucía Fernández", "Mats Ek", "Nora Lind",
    "Ole Berg", "Pia Conti", "Quentin Roy", "Rita Alves", "Sven Dahl",
)  # fmt: skip
#: size of the window, width of a picture on the sheet, pairs of pictures in a row
SHEETS = {"phone": (PHONE, 112, 8), "laptop": (LAPTOP, 220, 5), "projector": (PROJECTOR, 220, 5)}
#: bytes of all sheets: they are part of the repository
LARGEST = 1_500_000
STYLE = """body { margin: 12px; font: 10px sans-serif; background: #777; color: #fff; }
main { display: grid; gap: 10px; } figure { margin: 0; } figcaption { overflow-wrap: anywhere; }
img { display: inline-block; vertical-align: top; margin-right: 2px; }"""


def sheet_of(tab, shots, width, columns):
    """Return a picture (JPEG) of a grid of pairs of pictures, each pair with its address."""
    figures = "".join(
        f"<figure>{''.join(f'<img width={width} src=data:image/jpeg;base64,{one}>' for one in pair)}"
        f"<figcaption>{html.escape(address)}</figcaption></figure>"
        for address, pair in shots.items()
    )
    room = 2 * (width + 4)
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
    for name, (size, width, columns) in SHEETS.items():
        context = running_chromium.new_context(viewport=size)
        context.set_default_timeout(PATIENCE_S * 1000)
        context.add_cookies(cookies)
        context.route("**/events?topics*", lambda route: None)
        tab = context.new_page()
        shots = {}
        for route, address, _ in pages:
            if any(route == shown for shown, *_ in shots):
                continue
            tab.goto(url + address, wait_until="load")
            pair = []
            for scheme in ("light", "dark"):
                tab.emulate_media(color_scheme=scheme)
                shot = tab.screenshot(type="jpeg", quality=80)
                pair.append(base64.b64encode(shot).decode())
            shots[(route, address)] = pair
        assert len(shots) > 40
        by_address = {address: pair for (_, address), pair in shots.items()}
        made = sheet_of(context.new_page(), by_address, width, columns)
        sizes.append(len(made))
        (pictures / f"pages-{name}.jpg").write_bytes(made)
        if request.config.getoption("--renew-golden"):
            (repository / "docs" / "pictures" / f"pages-{name}.jpg").write_bytes(made)
        context.close()
    assert sum(sizes) < LARGEST, sizes
