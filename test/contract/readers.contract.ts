import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it, vi } from "vitest";
import { keepReader } from "../../core/node/reader/reader-files.ts";
import { openRetina } from "../../core/retina/open-retina.ts";
import { writeRetina } from "../../core/retina/write-retina.ts";
import { fitTinyReader, writeSubjectEncoder } from "../support/tiny-reader.ts";
import { tinyRetinaData } from "../support/tiny-retina.ts";
import { ok, refused, type Send } from "./send.ts";

/** Puts readers into the folder of the user: one that can be used, and one whose encoder is gone. */
export async function prepareReaders(folder: string): Promise<void> {
  const encoder = path.join(folder, "encoder");
  const lost = path.join(folder, "lost");
  const retina = openRetina(writeRetina(tinyRetinaData({ name: "en_associative" })), "tiny");
  const home = path.join(folder, "data", "readers");
  for (const each of [encoder, lost]) {
    writeSubjectEncoder(each);
    await keepReader(home, path.basename(each), await fitTinyReader(each, retina));
  }
  await rm(lost, { recursive: true, maxRetries: 10 });
}

export function readersContract(transport: string, send: Send, place: () => string): void {
  const reader = "encoder";

  describe(`texts by an encoder over ${transport}`, () => {
    const positionsOf = async (text: string) => {
      const [print] = await ok(send, "text.fingerprint", { text, reader });
      return print!.positions;
    };

    it("reads words that only the encoder knows, alike in each endpoint", async () => {
      const positions = await positionsOf("Gitarre");
      expect(positions).toHaveLength(983);
      const bulk = await ok(send, "text.bulk", {
        body: [{ text: "Gitarre" }, [{ text: "a pear" }]],
        reader,
      });
      expect(bulk.map((print) => print.positions)).toEqual([
        positions,
        await positionsOf("a pear"),
      ]);
      const evaluated = await ok(send, "expressions.evaluate", {
        body: { text: "Gitarre" },
        reader,
      });
      expect(evaluated.positions).toEqual(positions);
    });

    it("lists the readers, and tells how fast one reads some texts", async () => {
      const listed = await ok(send, "app.readers", {});
      const [card] = await ok(send, "app.retinaCards", {});
      expect(listed).toEqual(
        ["encoder", "lost"].map((name) => ({
          name,
          problem: null,
          map: { name: "en_associative", checksum: card!.map },
          sentences: 1000,
        })),
      );
      const texts = ["Gitarre", " ", "a pear"];
      const { textsPerSecond, threads } = await ok(send, "app.readerRate", { reader, texts });
      expect(textsPerSecond).toBeGreaterThan(0);
      expect(threads).toBeGreaterThan(0);
      expect(await refused(send, "app.readerRate", { reader, texts: [" "] })).toMatchObject({
        code: "bad-input",
        details: { field: "texts" },
      });
      expect(await refused(send, "app.readerRate", { reader: "lost", texts })).toMatchObject({
        message: expect.stringContaining("The reader “lost” cannot be used."),
      });
    });

    it("compares and searches across what was read so", async () => {
      const cosine = async (other: string) => {
        const pair = { body: [{ text: "Gitarre" }, { text: other }], reader } as const;
        return (await ok(send, "compare.pair", pair)).cosineSimilarity;
      };
      expect(await cosine("song")).toBeGreaterThan((await cosine("banana")) + 0.2);
      const [first] = await ok(send, "expressions.similar", {
        body: { text: "Gitarre" },
        reader,
        max_results: 1,
      });
      expect(["guitar", "song", "music"]).toContain(first?.term);
    });

    it("leaves terms as they are", async () => {
      const body = { sub: [{ term: "guitar" }, { text: "Birne" }] };
      const { positions } = await ok(send, "expressions.evaluate", { body, reader });
      const whole = await ok(send, "expressions.evaluate", { body: { term: "guitar" } });
      const without = await positionsOf("Birne");
      expect(positions).toEqual(whole.positions.filter((cell) => !without.includes(cell)));
      expect(positions.length).toBeGreaterThan(0);
    });

    it("makes filters of what was read so, with and without texts that do not belong", async () => {
      const examples = (...texts: string[]) => texts.map((text) => ({ text }));
      const shared = (cells: readonly number[], print: readonly number[]) =>
        cells.filter((cell) => print.includes(cell)).length / cells.length;
      for (const negativeExamples of [[], examples("Birne", "banana")]) {
        const { positions } = await ok(send, "classify.createFilter", {
          filter_name: "music",
          positiveExamples: examples("Gitarre", "song"),
          negativeExamples,
          reader,
        });
        expect(positions.length).toBeGreaterThan(50);
        expect(positions.length).toBeLessThanOrEqual(400);
        const music = shared(positions, await positionsOf("music"));
        expect(music).toBeGreaterThan(shared(positions, await positionsOf("fruit")));
      }
    });

    it("makes a filter of what was read so, with a line for texts that are read so", async () => {
      const positive = ["Gitarre", "song", "a guitar and music"];
      const negative = ["Birne", "banana", "fruit"];
      const asked = { name: "music", positive, negative, reader };
      const report = await ok(send, "app.filterReport", asked);
      expect(report.examples.flatMap(({ warnings }) => warnings)).not.toContain("no-known-words");
      const filter = {
        name: "music",
        positions: report.positions,
        threshold: report.threshold.suggested,
      };
      const texts = ["music", "pear", "Gitarre"];
      const scored = await ok(send, "app.filterScore", { filters: [filter], texts, reader });
      expect(scored.map(({ decisions }) => decisions)).toEqual([["music"], [], ["music"]]);
      // By its words nothing is known of the last.
      const byWords = await ok(send, "app.filterScore", { filters: [filter], texts });
      expect(byWords[2]?.scores).toEqual([null]);
      const lone = await ok(send, "app.filterReport", {
        ...asked,
        positive: ["song"],
        negative: [],
      });
      expect(lone.threshold.basis).toBe("samples");
      expect(
        await refused(send, "app.filterReport", { ...asked, reader_checksum: "another" }),
      ).toMatchObject({
        code: "conflict",
        message: expect.stringContaining("was fitted again since"),
      });
    });

    it("explains a match by leaving words out", async () => {
      const explained = await ok(send, "app.explainMatch", {
        left: { text: "Gitarre, cat and more cat" },
        right: { text: "a song" },
        reader,
      });
      expect(explained.by).toBe("leaving-out");
      const credit = (word: string) =>
        explained.left.credits.find((each) => each.word === word)?.cells ?? Number.NaN;
      expect(credit("gitarre")).toBeGreaterThan(credit("cat") + 50);
      expect(explained.left.verified).toEqual({
        word: "gitarre",
        before: explained.overlap,
        after: explained.overlap - credit("gitarre"),
      });
      // The slow way: the text without the word, compared.
      const pair = { body: [{ text: "Gitarre,  and more " }, { text: "a song" }], reader } as const;
      const { overlappingAll } = await ok(send, "compare.pair", pair);
      expect(credit("cat")).toBe(Math.max(0, explained.overlap - overlappingAll));
      expect(explained.right.credits.map(({ word }) => word)).toEqual(["a", "song"]);
      const lone = { left: { text: "song" }, right: { term: "guitar" }, reader };
      const { left, right } = await ok(send, "app.explainMatch", lone);
      expect([...left.credits, ...right.credits]).toEqual([]);
    });

    it("reads the rows of a collection, and what is asked of them", async () => {
      const file = path.join(place(), `read ${transport}.csv`);
      await writeFile(file, "id,text\nm,Gitarre\nf,Birne\nc,wheel engine\na,lion\n");
      const name = `read ${transport}`;
      const importOf = async () =>
        (await ok(send, "app.jobs", {})).find(({ title }) => title === name);
      await ok(send, "app.jobStart", { input: { kind: "import", name, paths: [file], reader } });
      await vi.waitFor(
        async () =>
          expect(await importOf()).toMatchObject({
            state: "done",
            report: { added: 4, withoutKnownWord: 0 },
          }),
        { timeout: 60_000 },
      );
      const { rows } = await ok(send, "app.collectionQuery", { name, query: { like: "a song" } });
      expect(rows[0]).toMatchObject({ id: "m" });
      const { collections } = await ok(send, "app.collections", {});
      expect(collections.find((each) => each.name === name)).toMatchObject({
        retina: { name: "en_associative", reader: { name: reader } },
      });
      const marks = [
        { id: "m", belongs: true },
        { id: "f", belongs: false },
        { id: "a", belongs: false },
      ];
      await ok(send, "app.collectionLabel", { name, filter: "music", marks });
      const { positions } = await ok(send, "app.collectionLearn", { name, filter: "music" });
      const filter = { name, filter: "music", positions };
      expect(
        await refused(send, "app.collectionClassify", { ...filter, reader: null }),
      ).toMatchObject({
        code: "conflict",
        message: `The texts of the filter “music” were read by their words and the rows of “${name}” by the reader “encoder”, which find each other badly; make the filter again with the reader “encoder”.`,
      });
      await ok(send, "app.collectionClassify", { ...filter, reader });
      const scored = await ok(send, "app.collectionQuery", {
        name,
        query: {},
        sort: { field: { score: "music" }, descending: true },
      });
      expect(scored.rows[0]).toMatchObject({ id: "m" });
      await ok(send, "app.collectionRemove", { name });
    });

    it("says what it cannot read, and why", async () => {
      const asked = (args: object) => refused(send, "text.fingerprint", { text: "song", ...args });
      expect(await asked({ reader: "use" })).toMatchObject({
        code: "bad-input",
        message:
          "There is no reader “use”; there are: encoder, lost. “semascope reader fit” makes one.",
        details: { field: "reader", value: "use", known: ["encoder", "lost"] },
      });
      expect(await asked({ reader: "../encoder" })).toMatchObject({ code: "bad-input" });
      expect(await asked({ reader: "lost" })).toMatchObject({
        code: "bad-input",
        message: expect.stringMatching(/^The reader “lost” cannot be used\. .* does not exist\.$/),
      });
      expect(await asked({ reader, retina_name: "en_synonymous" })).toMatchObject({
        code: "bad-input",
        message: expect.stringContaining("reads on the map of en_associative"),
      });
      expect(await asked({ reader, text: "  " })).toMatchObject({ code: "empty-text" });
      const many = Array.from({ length: 2001 }, () => ({ text: "song" }));
      expect(await refused(send, "text.bulk", { body: many, reader })).toMatchObject({
        code: "too-large",
        details: { limit: 2000 },
      });
    });
  });
}
