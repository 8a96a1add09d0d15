"""The drive's image, read back by a reader that knows the format only from its specification."""

import struct
import subprocess

import pytest

from silicon import fat
from tests.vm import machine


def read(image):
    """Return the files of a FAT12 image by their long names; check both tables and every long name's sum."""
    fields = struct.unpack_from("<HBHBHHBH", image, 11)
    sector, cluster, reserved, tables, entries, sectors, medium, length = fields
    assert (sector, cluster, sectors, medium) == (512, 1, 2048, 0xF8)
    assert len(image) == sectors * sector
    assert image[510:512] == b"\x55\xaa"
    length *= sector
    start = reserved * sector
    copies = [image[start + n * length : start + (n + 1) * length] for n in range(tables)]
    assert copies[0] == copies[1]
    root = start + tables * length
    data = root + entries * 32

    def after(number):
        pair = int.from_bytes(copies[0][number * 3 // 2 : number * 3 // 2 + 2], "little")
        return pair >> 4 if number % 2 else pair & 0xFFF

    seen = set()

    def content(number):
        found = b""
        while 2 <= number < 0xFF8:
            assert number not in seen, "a cluster of two files"
            seen.add(number)
            found += image[data + (number - 2) * sector : data + (number - 1) * sector]
            number = after(number)
        return found

    def folder(raw):
        files, long, sums = {}, "", set()
        for at in range(0, len(raw), 32):
            entry = raw[at : at + 32]
            if entry[0] == 0:
                break
            if entry[11] == 0x0F:
                piece = (entry[1:11] + entry[14:26] + entry[28:32]).decode("utf-16le")
                long = piece.partition("\0")[0].rstrip("\uffff") + long
                sums.add(entry[13])
                continue
            total = 0
            for byte in entry[:11]:
                total = ((total & 1) << 7) + (total >> 1) + byte & 0xFF
            name, long = long, ""
            first, size = struct.unpack_from("<HI", entry, 26)
            if entry[11] & 0x08 or entry[:1] == b".":
                sums.clear()
                continue
            assert sums == {total}, name
            sums.clear()
            if entry[11] & 0x10:
                files.update({f"{name}/{inner}": data for inner, data in folder(content(first)).items()})
            else:
                files[name] = content(first)[:size]
        return files

    return folder(image[root:data])


FILES = {
    "code.py": b"print(1)\n",
    "boot_out.txt": b"",
    "README": b"x" * 512,
    "a name that is longer than thirteen letters.py": b"y" * 513,
    "lib/tabledevice/app.py": b"z" * 5000,
    **{f"lib/many/number{number}.mpy": bytes([number]) * number for number in range(60)},
}


def test_files_come_back_as_they_were():
    assert read(fat.image(FILES)) == FILES


def test_the_same_files_give_the_same_bytes():
    assert fat.image(FILES) == fat.image(dict(reversed(FILES.items())))


def test_what_is_installed_fits_and_comes_back(tmp_path):
    drive = machine.installed(tmp_path, readable=True)
    files = {
        path.relative_to(drive).as_posix(): path.read_bytes() for path in drive.rglob("*") if path.is_file()
    }
    assert {"code.py", "boot.py", "safemode.py", "settings.toml"} <= set(files)
    assert read(fat.image(files)) == files


def test_too_much_is_refused():
    with pytest.raises(fat.FullError, match="more than the drive's 1001 KiB"):
        fat.image({"large": bytes(1 << 20)})
    full = {"large": bytes(2003 * 512)}
    assert read(fat.image(full)) == full


@pytest.mark.dosfstools
def test_a_checker_of_file_systems_finds_nothing(tmp_path, dosfstools):
    image = tmp_path / "drive.img"
    image.write_bytes(fat.image(FILES))
    done = subprocess.run([dosfstools, "-n", "-v", image], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
