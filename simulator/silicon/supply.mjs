// What feeds the board: the pin that senses USB, and the divided voltage at an input of the converter.

/** GPIO26 is input 0 of the converter. */
const FIRST_ANALOG_PIN = 26;
const FULL_SCALE = 4095;
/** Input 4 is the processor's own temperature; so much is 27 degrees Celsius. */
const TEMPERATURE = 4;
const WARM = 876;

export class Supply {
  /** `power` is {usbSense, voltage (pins), divider, reference (mV)}. */
  constructor(power, millivolts) {
    this.power = power;
    this.usb = true;
    this.millivolts = millivolts;
    this.machine = null;
  }

  connect(machine) {
    this.machine = machine;
    if (machine) machine.mcu.adc.channelValues[TEMPERATURE] = WARM;
    this.#apply();
  }

  /** Plugs the cable in or pulls it; the battery goes on. */
  plug(usb) {
    this.usb = usb;
    this.#apply();
  }

  /** What feeds the board, in mV. */
  feed(millivolts) {
    this.millivolts = millivolts;
    this.#apply();
  }

  #apply() {
    if (!this.machine) return;
    const { usbSense, voltage, divider, reference } = this.power;
    const value = Math.round((this.millivolts / divider / reference) * FULL_SCALE);
    this.machine.mcu.adc.channelValues[voltage - FIRST_ANALOG_PIN] = Math.min(FULL_SCALE, value);
    this.machine.wires.drive(usbSense, this.usb);
  }
}
