#!/usr/bin/env node
import { text } from "node:stream/consumers";
import { runProgram } from "./commands/run-program.ts";
import { codeOf, reasonOf } from "./config/system-error.ts";

// Whoever reads the output may stop at any line; what cannot be written at all is worth a sentence.
process.stdout.on("error", (cause) => {
  if (codeOf(cause) !== "EPIPE")
    process.stderr.write(`The output cannot be written: ${reasonOf(cause)}.\n`);
  process.exit(codeOf(cause) === "EPIPE" ? 0 : 1);
});

const { stdout, stderr } = process;
process.exitCode = await runProgram(process.argv.slice(2), {
  print: (line) => stdout.write(`${line}\n`),
  warn: (line) => stderr.write(`${line}\n`),
  write: (content) => new Promise((done) => stdout.write(content, () => done())),
  readInput: () => text(process.stdin),
  openInput: () => process.stdin,
  isInteractive: stdout.isTTY === true,
  progress: {
    write: (drawn) => stderr.write(drawn),
    isTerminal: stderr.isTTY === true,
    columns: () => stderr.columns ?? 80,
  },
  onInterrupt(stop) {
    process.on("SIGINT", stop);
    process.on("SIGTERM", stop);
    return () => {
      process.off("SIGINT", stop);
      process.off("SIGTERM", stop);
    };
  },
});
