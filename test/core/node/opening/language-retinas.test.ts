import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { otherWords } from "../../../../core/analysis/meaning.ts";
import type { Args, Handlers, Name, Output } from "../../../../core/api/client-types.ts";
import { dispatch } from "../../../../core/api/dispatch.ts";
import { NEVER_CANCELLED } from "../../../../core/cancellation.ts";
import { ApiError } from "../../../../core/errors.ts";
import { writePack } from "../../../../core/language/pack-file.ts";
import { LanguageRetinas } from "../../../../core/node/opening/language-retinas.ts";
import { openHere } from "../../../../core/node/opening/retina-opener.ts";
import { RetinaStore } from "../../../../core/node/opening/retina-store.ts";
import { openService } from "../../../../core/node/service/open-service.ts";
import type { Service } from "../../../../core/node/service/running-service.ts";
import { writeRetina } from "../../../../core/retina/write-retina.ts";
import { tinyPack } from "../../../support/tiny-pack.ts";
import { tinyRetinaData } from "../../../support/tiny-retina.ts";

let folder = "";
let service: Service | undefined;
const at = (name: string) => path.join(folder, name);
const writeDictionary = async (words?: Parameters<typeof tinyPack>[0]) =>
  writeFileSync(at("retinas/languages/de.pack"), writePack(await tinyPack(words)));

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "siblings-"));
  mkdirSync(at("retinas/languages"), { recursive: true });
  writeFileSync(at("retinas/a.retina"), writeRetina(tinyRetinaData({ name: "en_associative" })));
  writeFileSync(at("retinas/law.retina"), writeRetina(tinyRetinaData({ name: "law" })));
  await writeDictionary();
});
afterEach(async () => {
  await service?.close();
  service = undefined;
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, maxRetries: 10 });
});

const open = async (threads: number) => {
  service = await openService({ retinas: at("retinas"), data: at("data"), threads });
  return service;
};

it("answers for a language when it is asked for, on each endpoint, and lists English ones as before", async () => {
  const { handlers } = await open(1);
  const names = async () =>
    (await handlers["retinas.list"]({}, NEVER_CANCELLED)).map(({ retinaName }) => retinaName);
  expect(await names()).toEqual(["en_associative", "law"]);
  const described = await handlers["retinas.list"](
    { retina_name: "de_associative" },
    NEVER_CANCELLED,
  );
  expect(described).toMatchObject([{ retinaName: "de_associative", numberOfTermsInRetina: 7 }]);
  expect(existsSync(at("data/siblings/de_associative.retina"))).toBe(true);
  const reply = await dispatch(handlers, {
    name: "text.fingerprint",
    args: { retina_name: "law.de", text: "Der Hund hört Musik" },
    signal: NEVER_CANCELLED,
  });
  expect(reply.ok).toBe(true);
  expect(await names()).toEqual(["en_associative", "law"]);
  await expect(
    handlers["retinas.list"]({ retina_name: "fr_associative" }, NEVER_CANCELLED),
  ).rejects.toMatchObject({ code: "unknown-retina" });
});

it("lists the retinas of other languages when it is asked for them", async () => {
  const { handlers } = await open(0);
  const rows = async (args: { language?: string; retina_name?: string }) =>
    (await handlers["retinas.list"](args, NEVER_CANCELLED)).map(
      ({ retinaName, numberOfTermsInRetina }) => `${retinaName} ${numberOfTermsInRetina}`,
    );
  expect(await rows({ language: "de" })).toEqual(["de_associative 7", "law.de 7"]);
  expect(await rows({ language: "all", retina_name: "law" })).toEqual(["law.de 7"]);
  expect(existsSync(at("data/siblings"))).toBe(false);
  expect(await rows({ language: "de", retina_name: "law.de" })).toEqual(["law.de 7"]);
  const [described] = await handlers["retinas.list"]({ retina_name: "law.de" }, NEVER_CANCELLED);
  expect(await handlers["retinas.list"]({ language: "de" }, NEVER_CANCELLED)).toContainEqual(
    described,
  );
  await expect(rows({ language: "sv" })).rejects.toMatchObject({
    code: "bad-input",
    message: "There is no language pack “sv”; there are: de.",
  });
  const cards = await handlers["app.retinaCards"]({}, NEVER_CANCELLED);
  for (const { map, checksum } of cards) expect(map).toBe(checksum);
});

/** Calls as they come over a transport: checked, with defaults filled in. */
const callOf =
  (handlers: Handlers) =>
  async <N extends Name>(name: N, args: Args<N>): Promise<Output<N>> => {
    const reply = await dispatch(handlers, { name, args, signal: NEVER_CANCELLED });
    if (!reply.ok) throw new ApiError(reply.error);
    return reply.value as Output<N>;
  };

const GERMAN = "Der Hund und die Musik auf der Strasse, und das Geld liegt unten am Fluss.";
const ENGLISH = "The dog and the cat were in the city, and the music of the guitar was there.";

it.each([0, 1])(
  "reads each text in the language that is asked for, with %s threads",
  async (threads) => {
    const { handlers } = await open(threads);
    const call = callOf(handlers);
    const german = { retina_name: "de_associative" };
    const [named] = await call("text.fingerprint", { text: GERMAN, language: "de" });
    expect(named).toEqual((await call("text.fingerprint", { text: GERMAN, ...german }))[0]);
    const [english] = await call("text.fingerprint", { text: ENGLISH });
    const bulk = await call("text.bulk", {
      body: [{ text: ENGLISH }, { text: GERMAN }],
      language: "auto",
      retina_name: "law",
    });
    expect(bulk).toEqual([english, named]);
    expect(await call("text.fingerprint", { text: ENGLISH, ...german, language: "en" })).toEqual([
      english,
    ]);
    const hund = { term: "hund", language: "de" };
    expect(await call("expressions.evaluate", { body: hund })).toEqual(
      await call("expressions.evaluate", { body: { term: "hund" }, ...german }),
    );
    expect(
      await call("expressions.evaluateBulk", {
        body: [{ and: [hund, { text: GERMAN }] }, { term: "cat" }],
        language: "auto",
      }),
    ).toEqual(
      await call("expressions.evaluateBulk", {
        body: [{ and: [hund, { text: GERMAN, language: "de" }] }, { term: "cat" }],
      }),
    );
    const { overlappingAll } = await call("compare.pair", { body: [hund, { term: "cat" }] });
    expect(overlappingAll).toBeGreaterThan(0);
    const filter = await call("classify.createFilter", {
      filter_name: "both",
      positiveExamples: [{ text: ENGLISH }, { text: GERMAN }],
      language: "auto",
    });
    const cells = new Set(filter.positions);
    for (const { positions } of [english!, named!])
      expect(positions.filter((cell) => cells.has(cell)).length).toBeGreaterThan(0);
  },
);

it("says which language read a text, and when it was another", async () => {
  const { handlers } = await open(0);
  const bench = (args: Args<"app.textBench">) => handlers["app.textBench"](args, NEVER_CANCELLED);
  expect(await bench({ text: GERMAN })).toMatchObject({
    readBy: { retina: "en_associative", language: "English" },
    foreign: { language: "German", retina: "de_associative" },
  });
  expect(await bench({ text: GERMAN, language: "auto", retina_name: "law" })).toMatchObject({
    readBy: { retina: "law.de", language: "German" },
    foreign: null,
  });
  expect(await bench({ text: ENGLISH, language: "de" })).toMatchObject({
    foreign: { language: "English", retina: "en_associative" },
  });
  for (const text of [
    "Angela Merkel und Wolfgang Schäuble in Berlin am Potsdamer Platz",
    "der Hund",
    "Umsatz 1,520,797 gegen 929,017 und Gewinn 24 gegen 15 und Steuer 5,268,486 gegen 2,617,995",
  ])
    expect(await bench({ text })).toMatchObject({ foreign: null });
});

it("says what words of another language mean, where a text is read and where a match is explained", async () => {
  const call = callOf((await open(0)).handlers);
  const nearest = async (body: Args<"expressions.similar">["body"]) =>
    otherWords(
      (await call("expressions.similar", { body, max_results: 8 })).map(({ term }) => term),
    ).slice(0, 2);
  const { keywords } = await call("app.textBench", { text: GERMAN, language: "de" });
  expect(keywords.length).toBeGreaterThan(0);
  for (const { positions, meaning } of keywords)
    expect(meaning).toEqual(await nearest({ positions }));
  expect((await call("app.textBench", { text: ENGLISH })).keywords[0]).not.toHaveProperty(
    "meaning",
  );
  const { left, right } = await call("app.explainMatch", {
    left: { text: GERMAN, language: "de" },
    right: { text: ENGLISH },
  });
  const credit = left.credits.find(({ word }) => word === "musik");
  expect(credit?.meaning).toEqual(await nearest({ term: "musik", language: "de" }));
  expect(left.credits.reduce((sum, { cells }) => sum + cells, 0)).toBeGreaterThan(0);
  expect(right.credits.every((each) => each.meaning === undefined)).toBe(true);
});

it("makes a filter of examples in their languages, and reads texts in theirs", async () => {
  const { handlers } = await open(0);
  const call = callOf(handlers);
  const examples = { name: "dogs", negative: [] };
  const positive = [ENGLISH, "A cat sat in the city.", GERMAN, "Der Hund und die Musik."];
  const report = async (args: object) =>
    call("app.filterReport", { ...examples, positive, retina_name: "law", ...args });
  const mixed = await report({ language: "auto" });
  const cells = new Set(mixed.positions);
  for (const [text, language] of [
    [ENGLISH, "en"],
    [GERMAN, "de"],
  ] as const) {
    const [own] = await call("text.fingerprint", { text, language, retina_name: "law" });
    expect(own!.positions.filter((cell) => cells.has(cell)).length).toBeGreaterThan(30);
  }
  const filters = [{ name: "dogs", positions: mixed.positions }];
  const scores = async (texts: string[], args: object) =>
    (await call("app.filterScore", { filters, texts, ...args })).map((row) => row.scores[0]);
  const [german, english] = await scores([GERMAN, ENGLISH], { language: "auto" });
  expect(await scores([GERMAN], { retina_name: "law.de" })).toEqual([german]);
  expect(await scores([ENGLISH], { retina_name: "law" })).toEqual([english]);
  const decided = await call("app.filterScore", {
    filters: [{ ...filters[0]!, threshold: 0 }],
    texts: [GERMAN, ENGLISH],
    language: "auto",
    retina_name: "law",
  });
  expect(decided).toMatchObject([{ language: "de", decisions: ["dogs"] }, { decisions: ["dogs"] }]);
  expect(decided[1]).not.toHaveProperty("language");
});

it("refuses a language that has no pack, and what is no language", async () => {
  const call = callOf((await open(0)).handlers);
  await expect(call("text.fingerprint", { text: "hund", language: "sv" })).rejects.toThrow(
    "There is no language pack “sv”; there are: de.",
  );
  await expect(
    call("expressions.evaluate", { body: { term: "hund", language: "German" } }),
  ).rejects.toThrow("not “German”");
});

it("opens the languages that only the body of a call names", async () => {
  const call = callOf((await open(1)).handlers);
  const languages = [{ language: "de", texts: [GERMAN] }];
  // Texts to compare with, so that those that come with the program need not be read.
  const background = Array.from({ length: 50 }, (_, i) => `${ENGLISH} ${i}`);
  const positive = [ENGLISH, "A cat."];
  const filter = { name: "dogs", positive, negative: [], languages, background };
  expect(await call("app.filterReport", { retina_name: "law", ...filter })).toHaveProperty(
    "positions",
  );
  const body = Array.from({ length: 20 }, () => ({ text: GERMAN }));
  expect(await call("text.bulk", { language: "auto", body })).toHaveLength(20);
  const pair = [{ term: "hund", language: "de" }, { term: "cat" }];
  expect(await call("compare.pair", { retina_name: "law", body: pair })).toHaveProperty(
    "cosineSimilarity",
  );
});

it("reads each row of a mixed file in its language, answers questions in any, and compares rows on the same map", async () => {
  const { handlers } = await open(0);
  const call = callOf(handlers);
  const swedish = "Hunden och katten bor i staden och musiken hörs från floden varje kväll.";
  const texts = [ENGLISH, GERMAN, swedish];
  writeFileSync(at("mixed.csv"), `text\n${texts.map((text) => `"${text}"`).join("\n")}\n`);
  const paths = [at("mixed.csv")];
  const { languages } = await call("app.collectionPreview", { paths });
  expect(languages.map(({ language }) => language).sort()).toEqual([
    "English",
    "German",
    "Swedish",
  ]);
  await call("app.jobStart", {
    input: { kind: "import", name: "mixed", paths },
    retina_name: "law",
  });
  await vi.waitFor(
    async () =>
      expect(await call("app.jobs", {})).toMatchObject([{ state: "done", report: { languages } }]),
    { timeout: 60_000 },
  );
  type Query = NonNullable<Args<"app.collectionQuery">["query"]>;
  const ask = async (query: Query) =>
    (await call("app.collectionQuery", { name: "mixed", query })).rows;
  expect((await ask({})).map(({ values }) => values)).toEqual([
    ["English"],
    ["German"],
    ["Swedish"],
  ]);
  const scoreOf = async (like: NonNullable<Query["like"]>) =>
    (await ask({ like, where: { column: "language", equals: "German" } }))[0]?.score;
  // What a person typed, a text with its language, one whose language is found: all lie where the row does.
  expect(await scoreOf(GERMAN)).toBeCloseTo(1, 6);
  expect(await scoreOf({ text: GERMAN, language: "de" })).toBeCloseTo(1, 6);
  expect(await scoreOf({ text: GERMAN, language: "auto" })).toBeCloseTo(1, 6);
  await expect(scoreOf({ text: GERMAN, language: "en" })).rejects.toThrow("None of the words");
  const [facet] = (await call("app.collectionFacet", { name: "mixed", column: "language" })).values;
  expect(facet?.rows).toBe(1);

  // Rows of another language are compared with English ones on the same map, and with none of another.
  const keep = async (name: string, text: string, retina?: string) => {
    const file = at(`${name}.csv`);
    writeFileSync(file, `text\n${Array.from({ length: 4 }, () => `"${text}"`).join("\n")}\n`);
    const named = retina === undefined ? {} : { retina_name: retina };
    await call("app.jobStart", { input: { kind: "import", name, paths: [file] }, ...named });
    await vi.waitFor(
      async () =>
        expect(await call("app.jobs", {})).toContainEqual(
          expect.objectContaining({ title: name, state: "done", counted: 4 }),
        ),
      { timeout: 60_000 },
    );
  };
  await keep("english", ENGLISH);
  await keep("german", GERMAN, "de_associative");
  const rowsLike = async (name: string, like: unknown) =>
    (await call("app.collectionQuery", { name, query: { like } as never })).total;
  expect(await rowsLike("english", { term: "hund", language: "de" })).toBe(4);
  expect(await rowsLike("german", { term: "cat", language: "en" })).toBe(4);
  const difference = (name: string) =>
    call("app.collectionDifference", { name: "german", a: {}, b: { name, query: {} }, level: 0 });
  await expect(difference("english")).resolves.toBeDefined();
  await expect(difference("mixed")).rejects.toThrow("only the same map can be compared");
});

it("says what is wrong with a pack to whoever asks for its language, and to nobody else", async () => {
  writeFileSync(at("retinas/languages/de.pack"), "x");
  const { handlers } = await open(0);
  await expect(
    handlers["retinas.list"]({ retina_name: "de_associative" }, NEVER_CANCELLED),
  ).rejects.toThrow("de.pack is not a language pack");
  expect(await handlers["retinas.list"]({ retina_name: "law" }, NEVER_CANCELLED)).toHaveLength(1);
});

const languagesHere = async () => {
  const store = new RetinaStore([{ folder: at("retinas"), isOwn: true }], at("retinas"));
  await store.refresh();
  const openLanguageRetina = vi.fn(openHere.openLanguageRetina);
  const places = { packs: [at("retinas/languages")], home: at("kept"), store };
  return {
    languages: new LanguageRetinas({ ...places, opener: { openLanguageRetina } }),
    openLanguageRetina,
  };
};

it("keeps what was made, and makes it again when pack or file are others", async () => {
  const file = at("kept/de_associative.retina");
  const openAgain = async () => {
    await (await languagesHere()).languages.open("de_associative");
    return readFileSync(file);
  };
  const first = await openAgain();
  writeFileSync(file, first.subarray(0, 500));
  expect(await openAgain()).toEqual(first);
  await writeDictionary([{ word: "geld", share: 0.01 }]);
  expect(await openAgain()).not.toEqual(first);
});

it("opens a retina once for all who ask, and none for a name that is no language's", async () => {
  const { languages, openLanguageRetina } = await languagesHere();
  const asked = await Promise.all(
    ["de_associative", "de_associative"].map((name) => languages.open(name)),
  );
  expect(asked[0]).toBe(asked[1]);
  expect(asked[0]?.name).toBe("de_associative");
  expect(await languages.open("de_associative")).toBe(asked[0]);
  for (const name of ["en_associative", "de_other", "fr_associative", "law"])
    expect(await languages.open(name)).toBeUndefined();
  expect(openLanguageRetina).toHaveBeenCalledTimes(1);
  expect(languages.retinas).toEqual([asked[0]]);
});

it("opens one again that could not be opened", async () => {
  const { languages } = await languagesHere();
  writeFileSync(at("retinas/languages/de.pack"), "x");
  await expect(languages.open("law.de")).rejects.toThrow("de.pack is not a language pack");
  await writeDictionary();
  expect((await languages.open("law.de"))?.name).toBe("law.de");
});

it("gives back what nobody has asked for in ten minutes", async () => {
  const { languages } = await languagesHere();
  await languages.open("de_associative");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  let now = 1;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  const pass = (milliseconds: number) => {
    now += milliseconds;
    vi.advanceTimersByTime(milliseconds);
  };
  await languages.open("law.de");
  expect(languages.retinas).toHaveLength(2);
  pass(599_000);
  expect(languages.retinas.map(({ name }) => name)).toContain("law.de");
  await languages.open("law.de");
  pass(599_000);
  expect(languages.retinas.map(({ name }) => name)).toContain("law.de");
  pass(1001);
  expect(languages.retinas.map(({ name }) => name)).not.toContain("law.de");
});
