import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { readingOf } from "../../../core/language/reading.ts";
import { createTextEngine } from "../../../core/text/engine.ts";
import { createLanguageTagger } from "../../../core/text/language-tagger.ts";
import { createLexicon } from "../../../core/text/lexicon.ts";
import type { TextEngine } from "../../../core/text/types.ts";
import { tinyLanguageRetina } from "../../support/tiny-language-retina.ts";

const noTagger = {
  sentences: () => {
    throw new Error("The tagger knows English only.");
  },
};
const engineOf = async (...args: Parameters<typeof tinyLanguageRetina>): Promise<TextEngine> =>
  createTextEngine(await tinyLanguageRetina(...args), { tagger: noTagger });

let german: TextEngine;
let chinese: TextEngine;
beforeAll(async () => {
  german = await engineOf("de", {
    ...{ der: 0.03, und: 0.03, im: 0.02, die: 0.03 },
    ...{ hund: 1e-4, musik: 1e-4, garten: 1e-5, infektion: 1e-6, krankheit: 1e-5, fluss: 1e-5 },
  });
  chinese = await engineOf("zh", { 的: 0.05, 大学: 1e-5, 医学: 1e-5, 音乐: 1e-4, 狗: 1e-4 });
});

test("keywords are runs of words between function words, and end where a sentence does", () => {
  const found = german.keywords("Der Hund im Garten. Fluss und die Musik, Hund");
  expect(found).toEqual(expect.arrayContaining(["hund", "garten", "fluss", "musik"]));
  expect(found).toHaveLength(4);
  expect(german.keywords("die Hund Musik und der Fluss")).toContain("hund musik");
});

test("in Arabic no keyword begins with the “and” that is written as one with it", async () => {
  const arabic = await engineOf("ar", {
    ...{ في: 0.03, الحرية: 1e-4, والحرية: 1e-5, الدين: 1e-4, وزير: 1e-4, مدينة: 1e-5 },
  });
  const found = arabic.keywords("الدين والحرية في مدينة والحرية في وزير");
  expect(found.sort()).toEqual(["الحرية", "الدين", "مدينة", "وزير"]);
});

test("in German a word in small letters is no noun, unless the whole text is written so", () => {
  expect(german.keywords("Der Hund musik im Garten")).toEqual(["hund", "garten"]);
  expect(german.keywords("der hund musik im garten")).toContain("hund musik");
});

test("in Japanese and Thai words are joined without spaces, and none begins or ends with a word that joins others", async () => {
  const japanese = await engineOf("ja", {
    ...{ の: 0.05, は: 0.03, と: 0.03, を: 0.03, 及び: 6e-4 },
    ...{ 国際: 1e-5, 社会: 1e-5, 音楽: 1e-4, 犬: 1e-4 },
  });
  expect(japanese.keywords("国際社会の音楽は、犬を。音楽及び犬と国際社会")).toEqual(
    expect.arrayContaining(["国際社会", "音楽", "犬"]),
  );
  expect(japanese.keywords("国際社会の音楽は、犬を。音楽及び犬と国際社会")).toHaveLength(3);
  const thai = await engineOf("th", { และ: 0.03, ของ: 0.03, สุนัข: 1e-4, ดนตรี: 1e-5, เมือง: 1e-5 });
  expect(thai.keywords("สุนัขและดนตรีเมืองของสุนัข").sort()).toEqual(["ดนตรีเมือง", "สุนัข"]);
});

test("in Korean the particles part keywords, in French what an apostrophe joins", async () => {
  const korean = await engineOf("ko", { 가: 0.03, 를: 0.03, 개: 1e-4, 음악: 1e-5, 도시: 1e-5 });
  expect(korean.keywords("개가 음악 도시를 개를").sort()).toEqual(["개", "음악 도시"]);
  const french = await engineOf("fr", { l: 0.03, de: 0.03, et: 0.03, homme: 1e-4, musique: 1e-5 });
  expect(french.keywords("L'homme et l’homme de l'homme musique")).toEqual(
    expect.arrayContaining(["homme", "homme musique"]),
  );
});

test("a compound is one word to its readers", () => {
  expect(german.keywords("Die Infektionskrankheit und der Hund")).toContain("infektionskrankheit");
  expect(german.tokenize("Die Infektionskrankheit. Der Hund!")).toEqual([
    "die,infektionskrankheit",
    "der,hund",
  ]);
});

test("in Chinese words are joined without spaces", () => {
  expect(chinese.keywords("医学大学的音乐。")).toEqual(["医学大学", "音乐"]);
  expect(chinese.tokenize("医学大学的音乐。狗的音乐。")).toEqual([
    "医学,大学,的,音乐",
    "狗,的,音乐",
  ]);
});

test("a keyword has four words at most, none of them twice", () => {
  const words = ["Hund", "Musik", "Garten", "Fluss", "Krankheit", "und", "."];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 25 }), (parts) => {
      const text = `Hund ${parts.join(" ")}`;
      const lower = text.toLowerCase();
      for (const keyword of german.keywords(text, 50)) {
        const own = keyword.split(" ");
        expect(own.length).toBeLessThanOrEqual(4);
        expect(new Set(own).size).toBe(own.length);
        expect(own).not.toContain("und");
        expect(lower).toContain(keyword);
      }
    }),
  );
});

test("a bracket that opens a sentence is not left with the one before", async () => {
  const retina = await tinyLanguageRetina("ja", { は: 0.03, 犬: 1e-4, 音楽: 1e-4 });
  const tagger = createLanguageTagger(retina, createLexicon(retina), readingOf(retina.card)!);
  const text = "犬は犬。「音楽は音楽。」犬は犬。(";
  const written = tagger.sentences(text).map(({ start, end }) => text.slice(start, end));
  expect(written).toEqual(["犬は犬。", "「音楽は音楽。」", "犬は犬。("]);
});

test("slices and tokens of a language together are its text", () => {
  const text = "Der Hund im Garten.\n\nDie Musik und der Fluss. Die Krankheit";
  const slices = german.slices(text);
  const letters = (parts: readonly string[]) => parts.join("").replace(/\s/g, "");
  expect(letters(slices.map(({ start, end }) => text.slice(start, end)))).toBe(letters([text]));
  expect(german.tokenize(text)).toHaveLength(3);
  expect(german.tokenize(text, ["NN"])).toEqual(["hund,garten", "musik,fluss", "krankheit"]);
});
