"""The board's page as one file, as `tablekeeper phone try-it` writes it, and a browser that plays on it."""

from pathlib import Path

import pytest

from tablecore import records
from tabledevice import journal
from tablekeeper.web import tryit
from tests import nodejs
from tests.phone.phonehall import PhoneHall
from tests.vm import evening

STANDING = (Path(__file__).parent / "standing.js").read_text("utf-8")
#: the board's memory as the browser keeps it: pages of 256 bytes
KEPT = """async () => {
  const base = await new Promise((ok) => {
    const asked = indexedDB.open(`tablekeeper-${document.body.dataset.uid || "try"}`);
    asked.onsuccess = () => ok(asked.result);
  });
  const cursor = base.transaction("memory").objectStore("memory").openCursor();
  const image = new Uint8Array(32768);
  await new Promise((ok) => { cursor.onsuccess = () => {
    const one = cursor.result;
    if (!one) return ok();
    if (typeof one.key === "number") image.set(one.value, one.key * 256);
    one.continue();
  }; });
  base.close();
  return Array.from(image);
}"""
#: what the canvas shows, as the display's bytes
SHOWN = """() => {
  const canvas = document.getElementById("display");
  const size = canvas.width / 128;
  const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
  return Array.from({ length: 1024 }, (_, place) => {
    let byte = 0;
    for (let bit = 0; bit < 8; bit++) {
      const [x, y] = [place & 127, (place >> 7) * 8 + bit];
      if (pixels[4 * (y * size * canvas.width + x * size) + 1] > 128) byte |= 1 << bit;
    }
    return byte;
  });
}"""


def log_of(image):
    """Return the records in a memory."""
    ring = bytes(image)[journal.RING :]
    found = []
    while any(ring[: records.SIZE]):
        found.append(ring[: records.SIZE])
        ring = ring[records.SIZE :]
    return found


class BoardInBrowser:
    """The page of the board; with `standing` its time passes only when the test says so."""

    def __init__(self, context, address, *, standing=False):
        self.page = context.new_page()
        self.errors = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        if standing:
            self.page.add_init_script(STANDING.replace("DRAWN", str(list(evening.ENTROPY))))
        self.page.goto(address)
        self.page.wait_for_selector("#table[data-ready]")
        self.began = self.page.evaluate("standing.now()") if standing else 0

    def play(self, played):
        """Press the keys of an evening, and let the time pass until its end."""
        edges = [[ms, key, bool(down)] for ms, key, down in played.edges]
        self.page.evaluate("([edges, began]) => standing.play(edges, began)", [edges, self.began])
        self.page.evaluate("(end) => standing.until(end)", self.began + played.end)

    def tap(self, key):
        """Touch a key."""
        self.page.locator(f'[data-key="{key}"]').tap()

    def told(self):
        """Return the texts on the display."""
        return self.page.locator("#told").text_content()

    def log(self):
        """Return the records in the browser's storage."""
        return log_of(self.page.evaluate(KEPT))

    def screen(self):
        """Return what the page shows, as the display's bytes."""
        return bytes(self.page.evaluate(SHOWN))


@pytest.fixture(scope="session")
def machine():
    """MicroPython's build; skip without it, fail on a build machine."""
    return nodejs.required(nodejs.micropython)


@pytest.fixture(scope="session")
def alone(machine, tmp_path_factory):
    """The address of the one file."""
    folder = tmp_path_factory.mktemp("try-it")
    tryit.write(folder)
    return (folder / tryit.ALONE).as_uri()


@pytest.fixture
def context(running_chromium):
    """A phone's browser with an empty storage."""
    made = running_chromium.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    yield made
    made.close()


@pytest.fixture
def phone_hall(tmp_path):
    """An open hall of two tables without boards."""
    hall = PhoneHall(tmp_path).open()
    yield hall
    hall.close()
