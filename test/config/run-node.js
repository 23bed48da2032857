import { spawn } from "node:child_process";

/** Runs a script with Node, in sight. @returns its exit code */
export function runNode(...args) {
  return new Promise((resolve) => {
    spawn(process.execPath, args, { stdio: "inherit" }).once("exit", (code) => resolve(code ?? 1));
  });
}

/** Runs a script with Node beside others, and prints what it said once it has ended. @returns its exit code */
export function runNodeBeside(...args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
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
