"""The files a contributor brings: read as what they are, refused with a sentence as what they are not."""

import struct

import pytest

from silicon import image
from tests.silicon import fakeimage

CONTENT = bytes(range(256)) * 3 + b"end"


def put(folder, name, data):
    """Write a file and return its path."""
    path = folder / name
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return path


def test_a_uf2_is_what_its_blocks_say(tmp_path):
    whole = fakeimage.uf2(CONTENT)
    found = image.firmware(put(tmp_path, "a.uf2", whole))
    assert found == CONTENT.ljust(1024, b"\xff")
    # in any order, and what no block writes is erased flash
    blocks = [whole[at : at + 512] for at in range(0, len(whole), 512)]
    found = image.firmware(put(tmp_path, "b.uf2", blocks[3] + blocks[0]))
    assert found == CONTENT[:256] + b"\xff" * 512 + b"end".ljust(256, b"\xff")


def test_blocks_that_are_not_for_the_flash_are_left_out(tmp_path):
    other = bytearray(fakeimage.uf2(b"x"))
    struct.pack_into("<I", other, 8, 0x2001)
    found = image.firmware(put(tmp_path, "a.uf2", fakeimage.uf2(CONTENT) + other))
    assert found == CONTENT.ljust(1024, b"\xff")


def test_a_bin_is_the_flash_from_its_beginning(tmp_path):
    assert image.firmware(put(tmp_path, "a.bin", CONTENT)) == CONTENT


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (fakeimage.uf2(CONTENT)[:-1], "is cut off"),
        (fakeimage.uf2(CONTENT)[:-4] + b"\0\0\0\0", "is damaged: block 3 is no UF2 block"),
        (fakeimage.uf2(CONTENT, family=0xE48BFF59), "is for another processor \\(family 0xe48bff59\\)"),
        (fakeimage.uf2(CONTENT, address=0x20000000), "writes to 0x20000000"),
        (fakeimage.uf2(CONTENT, address=0x10000000 + 1020 * 1024 - 768), "writes to 0x100ff000"),
        (b"", "is no CircuitPython for a Pico: 0 bytes"),
        (bytes(1020 * 1024 + 1), "is no CircuitPython for a Pico: 1044481 bytes"),
    ],
)
def test_what_is_no_image_is_refused(tmp_path, data, sentence):
    with pytest.raises(image.ImageError, match=sentence):
        image.firmware(put(tmp_path, "a.uf2", data))


def test_a_boot_rom_may_be_bytes_or_a_list_of_words(tmp_path):
    rom = fakeimage.bootrom()
    assert image.bootrom(put(tmp_path, "b1.bin", rom)) == rom
    words = struct.unpack("<4096I", rom)
    text = "// [1]\nexport const rom = new Uint32Array([\n" + ",\n".join(map(hex, words[:5])) + ",\n]);\n"
    assert image.bootrom(put(tmp_path, "bootrom.ts", text)) == rom
    text = f"export const rom = new Uint32Array([{','.join(map(str, words))}]);"
    assert image.bootrom(put(tmp_path, "bootrom.mjs", text)) == rom


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ("no list", "neither 16 KiB nor a list"),
        ("[" + "1," * 4097 + "]", "neither 16 KiB nor a list"),
        ("[0x1ffffffff]", "neither 16 KiB nor a list"),
        (bytes(16 * 1024), "its mark is missing"),
    ],
)
def test_what_is_no_boot_rom_is_refused(tmp_path, data, sentence):
    with pytest.raises(image.ImageError, match=sentence):
        image.bootrom(put(tmp_path, "rom", data))


def test_a_file_that_is_not_there_is_told(tmp_path):
    with pytest.raises(image.ImageError, match=r"a\.uf2 can't be read \(no such file or directory\)"):
        image.firmware(tmp_path / "a.uf2")
