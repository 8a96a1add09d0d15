// Runs a Python script in MicroPython's WebAssembly build: node on_micropython.mjs PACKAGE FOLDER SCRIPT
// FOLDER's files are copied into MicroPython's memory; the script finds them in its current folder.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [, , place, folder, script] = process.argv;
const { loadMicroPython } = await import(pathToFileURL(path.join(place, "micropython.mjs")));
const python = await loadMicroPython({
  heapsize: 4 * 1024 * 1024,
  pystack: 4 * 1024,
  linebuffer: true,
  stdout: (line) => console.log(line),
});

const copy = (from, to) => {
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const source = path.join(from, entry.name);
    const target = to + "/" + entry.name;
    if (entry.isDirectory()) {
      python.FS.mkdir(target);
      copy(source, target);
    } else {
      python.FS.writeFile(target, fs.readFileSync(source));
    }
  }
};
copy(folder, "");
try {
  python.runPython("import sys; sys.path.append('/')");
  python.runPython(fs.readFileSync(script, "utf8"));
} catch (error) {
  console.log("failed:", error.type ?? "", error.message);
  process.exit(1);
}
