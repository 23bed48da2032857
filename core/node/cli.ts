#!/usr/bin/env node
import { text } from "node:stream/consumers";
import { runProgram } from "./commands/run-program.ts";
import { trainCommand } from "./train-command.ts";

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
