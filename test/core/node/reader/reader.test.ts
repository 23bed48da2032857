import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { NEVER_CANCELLED } from "../../../../core/cancellation.ts";
import { fitEncoder } from "../../../../core/node/reader/fit-encoder.ts";
import { openReader } from "../../../../core/node/reader/open-reader.ts";
import { keepReader, listReaders } from "../../../../core/node/reader/reader-files.ts";
import { createTextEngine } from "../../../../core/text/engine.ts";
import { openTagger } from "../../../../core/text/tagger.ts";
import { writeTinyEncoder } from "../../../support/tiny-encoder.ts";
import { tinyRetina } from "../../../support/tiny-retina.ts";

/** Words by subject. */
const SUBJECTS = [
  ["guitar", "song", "music"],
  ["banana", "pear", "fruit"],
  ["car", "wheel", "engine"],
  ["money", "pay", "company"],
  ["cat", "lion", "animal"],
];
/** Words that the encoder knows and the retina does not. */
const GERMAN: Readonly<Record<string, string>> = { gitarre: "guitar", birne: "pear" };
/** "one" is read to try the encoder. */
const WORDS = [...SUBJECTS.flat(), ...Object.keys(GERMAN), "one"];

/** Sentences of one subject each. */
const sentences = Array.from({ length: 1000 }, (_, i) => {
  const words = SUBJECTS[i % SUBJECTS.length]!;
  return [0, 1, 2].map((k) => words[(i * 7 + k * (1 + (i % 4))) % words.length]).join(" ");
});

let home = "";
let encoder = "";
beforeAll(() => {
  home = mkdtempSync(path.join(tmpdir(), "reader-"));
  encoder = path.join(home, "tiny");
});
beforeEach(() => {
  writeTinyEncoder(encoder, WORDS, {
    vectorOf: (word) => {
      const subject = SUBJECTS.findIndex((words) => words.includes(GERMAN[word] ?? word));
      return Array.from({ length: 8 }, (_, i) =>
        i === subject ? 1 : 0.1 * ((word.length + i) % 3),
      );
    },
  });
});
afterAll(() => rmSync(home, { recursive: true }));

const retina = tinyRetina();

async function fitted(threads = 1, readings = "readings") {
  const engine = createTextEngine(retina, { tagger: await openTagger() });
  return fitEncoder(
    {
      folder: encoder,
      retina,
      engine,
      sentences,
      from: "a test",
      readings: path.join(home, readings),
      threads,
    },
    { signal: NEVER_CANCELLED, report: () => {} },
  );
}

let made: ReturnType<typeof fitted> | undefined;
/** Fitted once, kept anew for each test. */
async function keep() {
  made ??= fitted();
  return keepReader(home, "tiny", await made);
}
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
    const one = await fitted(1);
    expect(await fitted(2, "others")).toEqual(one);
    await keepReader(home, "tiny", one);
    const texts = sentences.slice(0, 100);
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
    rmSync(encoder, { recursive: true });
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
    const engine = createTextEngine(retina, { tagger: await openTagger() });
    const refused = fitEncoder(
      {
        folder: encoder,
        retina,
        engine,
        sentences: ["guitar song", "qqq"],
        from: "",
        readings: home,
        threads: 1,
      },
      { signal: NEVER_CANCELLED, report: () => {} },
    );
    await expect(refused).rejects.toThrow("from 100 sentences or more, and there are 1;");
  });
});
