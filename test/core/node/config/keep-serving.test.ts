import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";

const COMPILED = new URL("../../../../dist/core/node/config/process.js", import.meta.url).href;

async function run(source: string) {
  const child = spawn(process.execPath, ["--input-type=module", "-e", source]);
  const [[code], errors, output] = await Promise.all([
    once(child, "exit"),
    text(child.stderr),
    text(child.stdout),
  ]);
  return { code, errors, output };
}

it("a failure that nobody waits for is told and ends nothing, until the last host has ended", async () => {
  const fail = `Promise.reject(new Error("of a task")); await new Promise((r) => setTimeout(r, 20));`;
  const { code, errors, output } = await run(`
    import { keepServing } from ${JSON.stringify(COMPILED)};
    const [one, two] = [keepServing(), keepServing()];
    one(); one();
    ${fail}
    console.log("still there");
    two();
    ${fail}
    console.log("not reached");
  `);
  expect(errors).toContain("the service goes on.\nError: of a task");
  expect(output).toBe("still there\n");
  expect(code).not.toBe(0);
});
