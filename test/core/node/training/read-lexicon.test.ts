import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readLexicon } from "../../../../core/node/training/read-lexicon.ts";
import { tinyWordNet } from "../../../support/tiny-lexicon.ts";

describe("reading a lexicon", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "semascope-lexicon-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

  async function write(changes: Readonly<Record<string, string>> = {}) {
    const { senses, ...data } = tinyWordNet([{ part: "n", words: ["dog", "hound"] }]);
    const files = Object.entries(data).map(([part, text]) => [`data.${part}`, text] as const);
    for (const [name, text] of [...files, ["index.sense", senses] as const])
      await writeFile(path.join(folder, name), changes[name] ?? text);
  }

  it("gives its words, and for the card its title with its makers and a checksum", async () => {
    await write();
    const { lexicon, card } = await readLexicon(folder);
    expect([...lexicon.words]).toEqual(["dog", "hound"]);
    expect(card).toEqual({
      lexicon: "WordNet 3.1 Copyright 2011 by Princeton University",
      lexiconChecksum: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
    });
    await write({ "data.verb": "  1 another licence\n" });
    expect((await readLexicon(folder)).card.lexiconChecksum).not.toBe(card.lexiconChecksum);
  });

  it("says which file is missing or damaged, and what a lexicon is", async () => {
    await expect(readLexicon(folder)).rejects.toMatchObject({
      code: "bad-input",
      message: expect.stringMatching(/data\.noun.*A lexicon is the folder “dict” of WordNet/),
    });
    await write({ "data.adv": "00000001 02 r\n" });
    await expect(readLexicon(folder)).rejects.toThrow(
      "data.adv:1 is no line of a WordNet data file",
    );
  });
});
