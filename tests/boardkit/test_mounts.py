"""Drives are found in every system's own list of them."""

import sys
from pathlib import Path

import pytest

from tablekeeper.boardkit import mounts
from tablekeeper.boardkit.mounts import Mounts, linux, volumes, windows

TABLE = """\
sysfs /sys sysfs rw,nosuid 0 0
/dev/sda2 / ext4 rw,relatime 0 0
/dev/sdb1 /media/ann/CIRCUITPY vfat rw,nosuid,nodev,uid=1000 0 0
/dev/sdc1 /media/ann/CIRCUITPY1 vfat rw,nosuid,nodev,uid=1000 0 0
/dev/sdd1 /mnt/the\\040board vfat rw 0 0
/dev/sde1 /media/ann/RPI-RP2 vfat rw 0 0
/dev/sdf1 /media/ann/CIRCUITPYTHON vfat rw 0 0
tmpfs /run/CIRCUITPY tmpfs rw 0 0
"""


def test_linux_by_label_and_by_the_folder_of_a_twin():
    labels = {"/dev/sdb1": "CIRCUITPY", "/dev/sdd1": "CIRCUITPY", "/dev/sda2": "rootfs"}
    assert linux(TABLE, labels) == Mounts(
        (Path("/media/ann/CIRCUITPY"), Path("/media/ann/CIRCUITPY1"), Path("/mnt/the board")),
        (Path("/media/ann/RPI-RP2"),),
    )


def test_linux_without_udev_goes_by_the_folders():
    assert linux(TABLE, {}).drives == (Path("/media/ann/CIRCUITPY"), Path("/media/ann/CIRCUITPY1"))


def test_linux_tells_of_a_drive_that_is_not_mounted():
    assert linux("", {"/dev/sdb1": "CIRCUITPY"}) == Mounts(unmounted=("/dev/sdb1",))


def test_a_drive_mounted_twice_is_one():
    table = "/dev/sdb1 /media/ann/CIRCUITPY vfat rw 0 0\n/dev/sdb1 /srv/CIRCUITPY vfat rw 0 0\n"
    assert linux(table, {}).drives == (Path("/media/ann/CIRCUITPY"),)


def test_macos_goes_by_the_names_of_the_volumes():
    names = ("CIRCUITPY", "CIRCUITPY 1", "Macintosh HD", "RPI-RP2", "CIRCUITPYX")
    assert volumes(Path("/Volumes", name) for name in names) == Mounts(
        (Path("/Volumes/CIRCUITPY"), Path("/Volumes/CIRCUITPY 1")), (Path("/Volumes/RPI-RP2"),)
    )


def test_windows_goes_by_the_labels_of_the_letters():
    found = windows({"C:\\": "System", "F:\\": "CIRCUITPY", "E:\\": "CIRCUITPY", "G:\\": "RPI-RP2"})
    assert found == Mounts((Path("E:\\"), Path("F:\\")), (Path("G:\\"),))


@pytest.mark.skipif(sys.platform != "linux", reason="not on this system: looks at /proc/self/mounts")
def test_this_computers_own_list_can_be_read():
    assert isinstance(mounts(), Mounts)
