// Runs steps of Python in MicroPython's WebAssembly build: node on_micropython.mjs TASK
// TASK is a JSON file: package (folder of the build), heap and pystack (bytes), sealed (the heap must not
// grow), folders (pairs: from, to), steps (pieces of Python; {"while": piece} repeats as long as it sets `more`).
// Garbage is collected only between two pieces: see tablesim/small/play.py.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const task = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
const { loadMicroPython } = await import(pathToFileURL(path.join(task.package, "micropython.mjs")));
const python = await loadMicroPython({
  heapsize: task.heap,
  pystack: task.pystack,
  linebuffer: true,
  stdout: (line) => console.log(line),
});

const copy = (from, to) => {
  if (!fs.statSync(from).isDirectory()) {
    python.FS.mkdirTree(path.posix.dirname(to));
    python.FS.writeFile(to, fs.readFileSync(from));
    return;
  }
  python.FS.mkdirTree(to);
  for (const name of fs.readdirSync(from)) {
    if (name !== "__pycache__") copy(path.join(from, name), to + "/" + name);
  }
};
for (const [from, to] of task.folders) copy(from, to);

// While Python runs, this build does not collect: it does when the last call from outside has returned, and
// counts these calls. A call made with a count of 0 therefore collects while the program is at work. What the
// program needs is found all the same when it asks for the collection itself: then its frames lie in the
// area for Python's calls, which is marked, and nothing is held by C alone.
const WORDS = 1 << 17;
const word = (place) => python._module.getValue(4 * place, "i32");
const words = () => Int32Array.from({ length: WORDS }, (_, place) => word(place));
const seen = {};
globalThis.lookAt = (depth) => {
  seen[depth] = words();
};
globalThis.lookDeeper = () => python.runPython("js.lookAt(2)");
const counter = () => {
  python.runPython("import js\njs.lookAt(1)\njs.lookDeeper()\njs.lookAt(3)");
  const found = words().findIndex(
    (now, place) => now === 0 && seen[1][place] === 1 && seen[2][place] === 2 && seen[3][place] === 1,
  );
  if (found < 0) throw new Error("this build does not count the calls from outside");
  return 4 * found;
};
if (task.collects) {
  const place = counter();
  globalThis.collectNow = () => {
    const depth = python._module.getValue(place, "i32");
    python._module.setValue(place, 0, "i32");
    python.runPython("0");
    python._module.setValue(place, depth, "i32");
  };
}

if (task.sealed) {
  // The heap grows by whatever the machine can still get: so it gets nothing, and what it has is taken.
  WebAssembly.Memory.prototype.grow = () => {
    throw new Error("sealed");
  };
  // Calls during the run need some of it. The heap would not grow by less than it has.
  const least = task.collects ? 1 << 16 : 1 << 10;
  for (let size = 1 << 24; size >= least; size >>= 1) while (python._module._malloc(size));
}

// A MemoryError that nobody catches within Python can leave this build without an answer: it is caught there.
const guarded = (piece) =>
  "try:\n " + piece.replaceAll("\n", "\n ") + "\nexcept MemoryError as error:\n failed = repr(error)";
const run = (piece) => {
  try {
    python.runPython(guarded(piece));
  } catch (error) {
    console.log("failed in", piece, error.type ?? "", error.message);
    process.exit(1);
  }
  const failed = python.globals.get("failed");
  if (failed) {
    console.log("failed in", piece, failed);
    process.exit(1);
  }
};
try {
  python.runPython("failed = None");
  for (const step of task.steps) {
    if (typeof step === "string") run(step);
    else do run(step.while); while (python.globals.get("more"));
  }
} catch (error) {
  console.log("failed:", error.message);
  process.exit(1);
}
