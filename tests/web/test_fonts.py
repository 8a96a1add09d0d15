"""The browser of the tests has the fonts of DejaVu and no others."""

import pytest

from tests import fonts

WIDTH = """family => {
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = `40px ${family}`;
  return pen.measureText("Wide minimum 320, Äöß").width;
}"""


@pytest.mark.chromium
def test_fonts_that_a_machine_has_besides_are_not_found(engine, tmp_path):
    if "FONTCONFIG_FILE" not in fonts.environment(tmp_path):
        pytest.skip("DejaVu is not installed here (Debian package fonts-dejavu-core)")
    page = engine.new_page()
    plain = page.evaluate(WIDTH, "'DejaVu Sans'")
    # what a machine has is drawn in its own width
    others = ["'Noto Sans'", "Arial", "system-ui", "'DejaVu Sans Condensed'", "sans-serif"]
    widths = {name: page.evaluate(WIDTH, f"{name}, 'DejaVu Sans'") for name in others}
    assert widths == dict.fromkeys(others, plain)
    assert page.evaluate(WIDTH, "serif") != plain


def test_a_folder_has_what_the_smallest_package_has(tmp_path):
    settings = fonts.environment(tmp_path).get("FONTCONFIG_FILE")
    linked = {path.name for path in tmp_path.glob("*.ttf")}
    assert linked <= set(fonts.NAMES)
    assert (settings is None) == (not linked)
