#!/usr/bin/env node
import { existsSync } from "node:fs";
import { loadOrExplain } from "../core/node/config/process.ts";

// The installed program: a command, or else the application, with the files that are to become a collection.

const { isCommand } = await loadOrExplain(() => import("../core/node/commands/run-program.ts"));
const [first = ""] = process.argv.slice(2);
const isForTheApplication =
  first === "" || ["--browser", "--port", "--no-open"].some((option) => first.startsWith(option));
if (isForTheApplication || (!first.startsWith("-") && !isCommand(first) && isPath(first)))
  await loadOrExplain(() => import("./start.ts"));
else await import("../core/node/cli.ts");

/** A word that is neither a command nor a file is a typing error, and the commands are listed. */
function isPath(word: string): boolean {
  return /[./\\]/.test(word) || existsSync(word);
}
