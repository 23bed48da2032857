import { spawn } from "node:child_process";

/** Tests make much that is soon forgotten: with more room for it, collecting it takes less of the processor. */
export const ROOM = "--max-semi-space-size=64";

/** Runs a script with Node, in sight. @returns its exit code */
export function runNode(...args) {
  return new Promise((resolve) => {
    spawn(process.execPath, [ROOM, ...args], { stdio: "inherit" }).once("exit", (code) =>
      resolve(code ?? 1),
    );
  });
}

/** Runs a script with Node beside others, and prints what it said once it has ended. @returns its exit code */
export function runNodeBeside(...args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [ROOM, ...args], { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => {
        output += text;
      });
    child.once("exit", (code) => {
      process.stdout.write(output);
      resolve(code ?? 1);
    });
  });
}
