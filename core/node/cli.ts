#!/usr/bin/env node
import { text } from "node:stream/consumers";
import { runProgram } from "./commands/run-program.ts";
import { codeOf } from "./config/error-code.ts";
import { reasonOf } from "./config/system-error.ts";
import { trainCommand } from "./training/train-command.ts";

// Whoever reads the output may stop at any line; what cannot be written at all is worth a sentence.
process.stdout.on("error", (cause) => {
  if (codeOf(cause) !== "EPIPE")
    process.stderr.write(`The output cannot be written: ${reasonOf(cause)}.\n`);
  process.exit(codeOf(cause) === "EPIPE" ? 0 : 1);
});

process.exitCode = await runProgram(
  process.argv.slice(2),
  {
    print: (line) => process.stdout.write(`${line}\n`),
    warn: (line) => process.stderr.write(`${line}\n`),
    readInput: () => text(process.stdin),
    isInteractive: process.stdout.isTTY === true,
  },
  trainCommand,
);
