import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";

interface Locked {
  readonly resolved?: string;
  readonly integrity?: string;
}

it("has the checksum of each package, and no source that only one machine reaches", async () => {
  const text = await readFile(new URL("../package-lock.json", import.meta.url), "utf8");
  const { packages } = JSON.parse(text) as { packages: Record<string, Locked> };
  const { "": _, ...locked } = packages;
  const wrong = Object.entries(locked).filter(
    ([, { resolved, integrity }]) =>
      resolved !== undefined || !/^sha512-[\w+/]{86}==$/.test(integrity ?? ""),
  );
  expect(wrong).toEqual([]);
  expect(Object.keys(locked).length).toBeGreaterThan(500);
});
