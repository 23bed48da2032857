import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { writePack } from "../../../../core/language/pack-file.ts";
import { commonWords } from "../../../../core/node/language/common-words.ts";
import { tinyPack } from "../../../support/tiny-pack.ts";

test("words of nearly every text are those with a share as that of “wurden”, not of “recht”", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "common-"));
  const file = path.join(folder, "de.pack");
  const words = [
    { word: "hund", share: 0.01 },
    { word: "musik", share: 6.6e-4 },
    { word: "geld", share: 4.1e-4 },
  ];
  writeFileSync(file, writePack(await tinyPack(words)));
  expect([...(await commonWords({ language: "de", words: 3, file }))].sort()).toEqual([
    "hund",
    "musik",
  ]);
  rmSync(folder, { recursive: true, maxRetries: 10 });
});
