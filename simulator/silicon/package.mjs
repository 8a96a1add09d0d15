// The npm package rp2040js: the driver fetches it and says in RP2040JS which folder holds it.
import path from "node:path";
import { pathToFileURL } from "node:url";

if (!process.env.RP2040JS) throw new Error("RP2040JS must name the folder of the npm package rp2040js");
const load = (file) => import(pathToFileURL(path.join(process.env.RP2040JS, "dist", "esm", file)));

export const { BasePeripheral, ConsoleLogger, GPIOPinState, LogLevel, RPI2C, Simulator } = await load("index.js");
