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

if (task.sealed) {
  // The heap grows by whatever the machine can still get: so it gets nothing, and what it has is taken.
  WebAssembly.Memory.prototype.grow = () => {
    throw new Error("sealed");
  };
  for (let size = 1 << 24; size >= 1 << 10; size >>= 1) while (python._module._malloc(size));
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
