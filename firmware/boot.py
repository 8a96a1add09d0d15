"""Runs once after a reset, before USB starts: names the board and opens the data channel."""

import supervisor
import usb_cdc

usb_cdc.enable(console=True, data=True)
supervisor.set_usb_identification(manufacturer="Tablekeeper", product="Tablekeeper")
