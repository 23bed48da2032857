import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, it, vi } from "vitest";
import { endInTime } from "../../../../core/node/config/process.ts";

const COMPILED = new URL("../../../../dist/core/node/config/process.js", import.meta.url).href;

it("returns when everything has ended, and kills nothing afterwards", async () => {
  vi.useFakeTimers();
  const kill = vi.fn();
  await endInTime(async () => {}, 10, kill);
  await expect(endInTime(() => Promise.reject(new Error("full")), 10, kill)).rejects.toThrow(
    "full",
  );
  await vi.runAllTimersAsync();
  expect(kill).not.toHaveBeenCalled();
  vi.useRealTimers();
});

it("cuts off what does not end, by a kill and with a sentence", async () => {
  const source = `
    import { endInTime } from ${JSON.stringify(COMPILED)};
    // Whatever else wants to run at an exit does not.
    process.on("exit", () => console.log("ran"));
    await endInTime(() => new Promise((resolve) => setInterval(() => {}, 1000)), 20);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", source]);
  const [[, signal], errors, output] = await Promise.all([
    once(child, "close"),
    text(child.stderr),
    text(child.stdout),
  ]);
  expect([signal, output]).toEqual(["SIGKILL", ""]);
  expect(errors).toBe("Not everything under way ended within 0.02 seconds; the rest is cut off.\n");
});
