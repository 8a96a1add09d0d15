// The firmware in MicroPython's WebAssembly build: one machine in a page.
const HEAP = 1 << 20;
// words of Python's calls; a board has 3,072 bytes of them, and the small board's own calls come on top
const STACK = 2048;

const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

// What the page needs is at addresses (data-machine ...), or within the one file of "try it".
const inline = (name) => document.getElementById(`inline-${name}`);
const address = (name, type) => {
  const held = inline(name);
  if (!held) return document.body.dataset[name];
  return URL.createObjectURL(new Blob([bytes(held.textContent)], { type }));
};
const pack = async () => {
  const held = inline("pack");
  if (held) return JSON.parse(new TextDecoder().decode(bytes(held.textContent)));
  const answer = await fetch(document.body.dataset.pack);
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.json();
};

// The build does not export its memory: take it from the machine when it is made.
const catchMemory = () => {
  const caught = {};
  for (const name of ["instantiateStreaming", "instantiate"]) {
    const own = WebAssembly[name].bind(WebAssembly);
    WebAssembly[name] = async (...given) => {
      const made = await own(...given);
      caught.memory = (made.instance || made).exports.memory;
      return made;
    };
  }
  return caught;
};

const METHODS = [
  "addresses", "start", "go", "touch", "keep", "connect", "room", "receive", "taken", "signals", "told", "seats",
  "last", "absent",
];

// Return the board: the methods of tablesim.small.live.Phone, and `memory()`, the machine's bytes.
export const load = async ({ uid, now, draw, restarted, large }) => {
  const caught = catchMemory();
  const [{ loadMicroPython }, held] = await Promise.all([import(address("loader", "text/javascript")), pack()]);
  const python = await loadMicroPython({
    url: address("machine", "application/wasm"),
    heapsize: HEAP,
    pystack: STACK,
    linebuffer: true,
    stdout: (line) => console.log(line),
  });
  for (const [path, data] of Object.entries(held.files)) {
    const place = path.startsWith("lib/") ? `/${path}` : `/drive/${path}`;
    python.FS.mkdirTree(place.slice(0, place.lastIndexOf("/")));
    python.FS.writeFile(place, bytes(data));
  }
  python.registerJsModule("page", { now, draw });
  const settings = JSON.stringify(large ? { TABLEKEEPER_DISPLAY: "small" } : {});
  python.runPython(
    "import sys\nsys.path[:] = ['/lib']\nimport page\nfrom tablesim.small.live import Phone\n" +
      `phone = Phone('/drive', bytes(${JSON.stringify([...uid])}), page.now, page.draw, ` +
      `${restarted ? "True" : "False"}, ${settings})`,
  );
  // a bound method that is looked up stays in Python's memory until JavaScript collects: look each up once
  const phone = python.globals.get("phone");
  const board = Object.fromEntries(METHODS.map((name) => [name, phone[name]]));
  let view = new Uint8Array(caught.memory.buffer);
  board.memory = () => {
    // it grows: then the view before is empty
    if (view.buffer !== caught.memory.buffer) view = new Uint8Array(caught.memory.buffer);
    return view;
  };
  board.version = held.edition;
  return board;
};
