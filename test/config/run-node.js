import { spawn } from "node:child_process";

/** Most code of a test runs a few hundred times, then never again: V8 makes machine code of it four times as late as usual. */
export const LATER = "--interrupt-budget=270336";
/**
 * Likewise for WebAssembly, ten times as late: each thread that opens an encoder has the runtime's code made better in the background,
 * which takes longer than tests run it.
 */
export const WASM_LATER = "--wasm-tiering-budget=18000000";
/**
 * For this process and its threads. Tests make much that is soon forgotten: with more room for it, collecting it takes less of the
 * processor. Not where threads have limits of their own: V8 ends the process when one reaches it with that much room.
 */
const FLAGS = ["--max-semi-space-size=64", LATER];

/** Runs a script with Node, in sight. @returns its exit code */
export function runNode(...args) {
  return new Promise((resolve) => {
    spawn(process.execPath, [...FLAGS, ...args], { stdio: "inherit" }).once("exit", (code) =>
      resolve(code ?? 1),
    );
  });
}

/** Runs a script with Node beside others, and prints what it said once it has ended. @returns its exit code */
export function runNodeBeside(...args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...FLAGS, ...args], {
      stdio: ["ignore", "pipe", "pipe"],
    });
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
