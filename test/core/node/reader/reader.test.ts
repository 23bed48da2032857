import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openReader } from "../../../../core/node/reader/open-reader.ts";
import { keepReader, listReaders } from "../../../../core/node/reader/reader-files.ts";
import {
  fitTinyReader,
  TINY_SENTENCES,
  writeSubjectEncoder,
} from "../../../support/tiny-reader.ts";
import { tinyRetina } from "../../../support/tiny-retina.ts";

let home = "";
let encoder = "";
beforeAll(() => {
  home = mkdtempSync(path.join(tmpdir(), "reader-"));
  encoder = path.join(home, "tiny");
});
beforeEach(() => writeSubjectEncoder(encoder));
afterAll(() => rmSync(home, { recursive: true, maxRetries: 10 }));

const retina = tinyRetina();

let made: ReturnType<typeof fitTinyReader> | undefined;
/** Fitted once, kept again for each test. */
function fitted() {
  made ??= fitTinyReader(encoder, retina);
  return made;
}
const keep = async () => keepReader(home, "tiny", await fitted());
const none = new Uint16Array(0);
const near = (print: Uint16Array, word: string) => {
  const cells = new Set(retina.positions(retina.idOf(word)));
  return print.filter((cell) => cells.has(cell)).length / cells.size;
};

describe("a reader", () => {
  it("reads a text by the encoder, in any language that it knows", async () => {
    await keep();
    const reader = await openReader(home, "tiny", 1);
    try {
      const texts = ["Gitarre", "Birne"];
      const [guitar, pear] = await reader.read({ texts, words: [none, none] });
      expect(guitar).toHaveLength(983);
      expect(near(guitar!, "guitar")).toBeGreaterThan(0.95);
      expect(near(pear!, "pear")).toBeGreaterThan(0.95);
      expect(near(guitar!, "guitar")).toBeGreaterThan(near(pear!, "guitar"));
      expect(near(pear!, "pear")).toBeGreaterThan(near(guitar!, "pear"));
    } finally {
      await reader.close();
    }
  });

  it("is fitted and reads the same with one thread and with two, and each text as if it were alone", async () => {
    const one = await fitted();
    expect(await fitTinyReader(encoder, retina, { threads: 2, readings: "others" })).toEqual(one);
    await keepReader(home, "tiny", one);
    const texts = TINY_SENTENCES.slice(0, 100);
    const words = texts.map((_, i) => retina.positions(i % retina.termCount));
    const readers = [await openReader(home, "tiny", 1), await openReader(home, "tiny", 2)];
    try {
      const [alone, together] = await Promise.all(
        readers.map((reader) => reader.read({ texts, words })),
      );
      expect(together).toEqual(alone);
      const single = await readers[0]!.read({ texts: [texts[70]!], words: [words[70]!] });
      expect(single[0]).toEqual(alone![70]);
    } finally {
      await Promise.all(readers.map((reader) => reader.close()));
    }
  });

  it("says which retina, encoder and sentences it is of, and how good it is", async () => {
    await keep();
    const [listed] = await listReaders(home);
    expect(listed).toMatchObject({
      name: "tiny",
      header: {
        encoder: { folder: encoder, dimensions: 8 },
        map: { name: retina.name, checksum: retina.checksum },
        sentences: { count: 1000, from: "a test" },
        quality: { keptAside: 50 },
      },
    });
  });

  it("is not opened when its encoder was changed, is damaged or gone", async () => {
    await keep();
    const opened = () => openReader(home, "tiny", 1);
    const model = path.join(encoder, "onnx/model.onnx");
    const sound = readFileSync(model);
    const config = path.join(encoder, "tokenizer_config.json");
    writeFileSync(config, JSON.stringify({ pad_token: "[UNK]" }));
    await expect(opened()).rejects.toMatchObject({
      code: "bad-input",
      details: { field: "reader", value: "tiny" },
      message: expect.stringMatching(
        /is not the one that the reader “tiny” was fitted for: it was changed or replaced\. Put it back, or fit/,
      ),
    });
    writeFileSync(config, JSON.stringify({ pad_token: "[PAD]", unk_token: "[UNK]" }));
    appendFileSync(model, "more");
    await expect(opened()).rejects.toThrow("it was changed or replaced");
    writeFileSync(model, sound);
    await (await opened()).close();
    rmSync(path.join(encoder, "tokenizer.json"));
    await expect(opened()).rejects.toThrow(
      /The reader “tiny” cannot be used\. .*no tokenizer\.json/,
    );
    rmSync(encoder, { recursive: true, maxRetries: 10 });
    await expect(opened()).rejects.toThrow(/The reader “tiny” cannot be used\. .*does not exist/);
  });

  it("is refused with a sentence where there is none or its file is damaged", async () => {
    const file = await keep();
    await expect(openReader(home, "tinny", 1)).rejects.toThrow(
      "There is no reader “tinny”; there are: tiny.",
    );
    await expect(openReader(home, "../tiny", 1)).rejects.toThrow("cannot be the name of a reader");
    writeFileSync(file, readFileSync(file).subarray(0, 5000));
    await expect(openReader(home, "tiny", 1)).rejects.toThrow("The reader “tiny” is cut short");
    expect(await listReaders(home)).toEqual([
      { name: "tiny", problem: expect.stringContaining("is cut short") },
    ]);
  });

  it("needs sentences to learn from", async () => {
    const refused = fitTinyReader(encoder, retina, { sentences: ["guitar song", "qqq"] });
    await expect(refused).rejects.toThrow("from 100 sentences or more, and there are 1;");
  });
});
