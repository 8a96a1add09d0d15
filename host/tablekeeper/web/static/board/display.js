// The board's display: 128 x 64 pixels, drawn sharp at any size.
const WIDTH = 128;
const HEIGHT = 64;
const LIT = 0xffffecce;
const DARK = 0xff0e0a06;

export class Display {
  // the canvases all show the same picture: one for each side of the board
  constructor(canvases) {
    this.canvases = canvases;
    this.shown = new Uint8Array(1024);
    this.small = Object.assign(document.createElement("canvas"), { width: WIDTH, height: HEIGHT });
    this.context = this.small.getContext("2d");
    this.picture = this.context.createImageData(WIDTH, HEIGHT);
    this.pixels = new Uint32Array(this.picture.data.buffer).fill(DARK);
    const resized = new ResizeObserver(() => this.fit());
    for (const canvas of canvases) resized.observe(canvas.parentElement);
    this.fit();
  }

  // As many whole device pixels a pixel as there is room for.
  fit() {
    const ratio = window.devicePixelRatio || 1;
    for (const canvas of this.canvases) {
      const { clientWidth, clientHeight } = canvas.parentElement;
      const times = Math.max(1, Math.floor(Math.min(clientWidth / WIDTH, clientHeight / HEIGHT) * ratio));
      canvas.width = WIDTH * times;
      canvas.height = HEIGHT * times;
      canvas.style.width = `${(WIDTH * times) / ratio}px`;
      canvas.style.height = `${(HEIGHT * times) / ratio}px`;
    }
    this.draw();
  }

  // Show the display's bytes; return whether the picture has changed.
  paint(bytes) {
    if (bytes.every((value, place) => value === this.shown[place])) return false;
    this.shown.set(bytes);
    for (let place = 0; place < bytes.length; place++) {
      const top = (place >> 7) * 8 * WIDTH + (place & 127);
      for (let bit = 0; bit < 8; bit++) this.pixels[top + bit * WIDTH] = (bytes[place] >> bit) & 1 ? LIT : DARK;
    }
    this.draw();
    return true;
  }

  draw() {
    this.context.putImageData(this.picture, 0, 0);
    for (const canvas of this.canvases) {
      const front = canvas.getContext("2d");
      front.imageSmoothingEnabled = false;
      front.drawImage(this.small, 0, 0, canvas.width, canvas.height);
    }
  }
}
