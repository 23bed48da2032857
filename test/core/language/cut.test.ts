import fc from "fast-check";
import { expect, test } from "vitest";
import { WordPaths } from "../../../core/language/word-paths.ts";
import type { IndexedRetina } from "../../../core/retina/indexed-retina.ts";
import { createLexicon } from "../../../core/text/lexicon.ts";
import { readTerms } from "../../../core/text/read-terms.ts";
import { tokens } from "../../../core/text/tokens.ts";
import { tinyLanguageRetina } from "../../support/tiny-language-retina.ts";
import { tinyRetina } from "../../support/tiny-retina.ts";

/** What is read of a text: each word, and in brackets where it stands if that is written otherwise. */
function reads(text: string, retina: IndexedRetina): string[] {
  return readTerms(text, createLexicon(retina)).map(({ text: word, start, end }) => {
    const written = text.slice(start, end);
    return written === word ? word : `${word} (${written})`;
  });
}

const german = () =>
  tinyLanguageRetina("de", { infektion: 1e-5, krankheit: 1e-4, der: 0.03, rank: 1e-5 });

test("a German compound is the words that it is made of", async () => {
  const retina = await german();
  expect(reads("Der Infektionskrankheit", retina)).toEqual([
    "der (Der)",
    "infektion (Infektion)",
    "krankheit",
  ]);
  expect(reads("Krankheitsvertretung", retina)).toEqual([
    "krankheitsvertretung (Krankheitsvertretung)",
  ]);
});

test("an unknown name is cut in German only", async () => {
  const words = { ging: 1e-4, rich: 1e-5, vader: 1e-4 };
  expect(reads("vader gingrich", await tinyLanguageRetina("nl", words))).toEqual([
    ...["vader", "ging", "rich"],
  ]);
  expect(reads("vader Gingrich", await tinyLanguageRetina("nl", words))).toEqual([
    "vader",
    "gingrich (Gingrich)",
  ]);
  expect(reads("vader Gingrich", await tinyLanguageRetina("de", words))).toEqual([
    ...["vader", "ging (Ging)", "rich"],
  ]);
});

test("Chinese, Japanese, Thai and Korean are cut along the likeliest words", async () => {
  const chinese = await tinyLanguageRetina("zh", {
    我: 0.02,
    爱: 1e-3,
    北京: 1e-4,
    北: 1e-4,
    京: 1e-6,
    手机: 1e-4,
    年: 1e-3,
  });
  expect(reads("我爱北京,2024年iPhone手机", chinese)).toEqual([
    ...["我", "爱", "北京", "2024", "年", "iphone (iPhone)", "手机"],
  ]);
  expect(reads("我龘龘爱", chinese)).toEqual(["我", "龘龘", "爱"]);
  const thai = await tinyLanguageRetina("th", { กิน: 1e-3, ข้าว: 1e-3, แล้ว: 1e-3 });
  expect(reads("กินข้าวแล้ว", thai)).toEqual(["กิน", "ข้าว", "แล้ว"]);
  const korean = await tinyLanguageRetina("ko", { 개: 1e-4, 가: 0.01, 집: 1e-4 });
  expect(reads("개가 집", korean)).toEqual(["개", "가", "집"]);
  expect(reads("개가".normalize("NFD"), korean)).toEqual([
    `개 (${"개".normalize("NFD")})`,
    `가 (${"가".normalize("NFD")})`,
  ]);
});

test("a number within a Chinese text is one", async () => {
  const retina = await tinyLanguageRetina("zh", { 年: 1e-3 });
  const kinds = readTerms("2024年", createLexicon(retina)).map(({ kind }) => kind);
  expect(kinds).toEqual(["number", "exact"]);
});

test("traditional characters are read as simplified ones, where they are", async () => {
  const retina = await tinyLanguageRetina("zh", { 学: 1e-3, 习: 1e-4, 龙: 1e-4 }, "學学習习龍龙");
  expect(reads("學習龍", retina)).toEqual(["学 (學)", "习 (習)", "龙 (龍)"]);
});

test("a Polish word is read by what it begins with, all of it", async () => {
  const retina = await tinyLanguageRetina("pl", { miasto: 1e-4, miast: 1e-4, mia: 1e-3 });
  expect(reads("miastom miagra", retina)).toEqual(["miasto (miastom)", "miagra"]);
});

test("an apostrophe parts words in French and endings in Turkish", async () => {
  const french = await tinyLanguageRetina("fr", {
    l: 0.01,
    électricité: 1e-5,
    "aujourd'hui": 1e-4,
  });
  expect(reads("L’électricité aujourd'hui", french)).toEqual([
    ...["l (L)", "électricité", "aujourd'hui"],
  ]);
  const turkish = await tinyLanguageRetina("tr", {
    ankara: 1e-4,
    ılık: 1e-5,
    istanbul: 1e-4,
    mri: 1e-6,
  });
  expect(reads("Ankara'da ILIK İstanbul'un MRI", turkish)).toEqual([
    ...["ankara (Ankara'da)", "ılık (ILIK)", "istanbul (İstanbul'un)", "mri (MRI)"],
  ]);
});

test("Arabic is read without vowel marks, and without what is written together with a word", async () => {
  const retina = await tinyLanguageRetina("ar", { كتاب: 1e-4, مدرسة: 1e-4, ولد: 1e-4 });
  expect(reads("كِتَاب والكتاب للمدرسة ولد", retina)).toEqual([
    ...["كتاب (كِتَاب)", "كتاب (والكتاب)", "مدرسة (للمدرسة)", "ولد"],
  ]);
});

test("a known word is itself, by every rule", async () => {
  const shares = {
    infektion: 1e-3,
    krank: 1e-3,
    infektionskrankheit: 1e-7,
    "l'eau": 1e-6,
    北: 0.1,
    京: 0.1,
    北京: 1e-8,
  };
  for (const language of ["ar", "de", "fr", "ja", "ko", "nl", "pl", "th", "tr", "zh", "sv"]) {
    const retina = await tinyLanguageRetina(language, shares);
    for (const word of Object.keys(shares)) expect(reads(word, retina)).toEqual([word]);
  }
});

test("words are where they are said to be, in every language", async () => {
  const words = {
    kind: 1e-3,
    er: 0.01,
    garten: 1e-4,
    北京: 1e-4,
    กิน: 1e-4,
    개: 1e-4,
    كتاب: 1e-4,
    é: 1e-4,
  };
  const pieces = fc.constantFrom(
    ...["Kind", "ergarten", "北京", "學", "กิน", "กิ\u0e49น", "개가", "개".normalize("NFD")],
    ...[
      "وال",
      "كِتَاب",
      "l'",
      "É",
      "e\u0301",
      "İ",
      "\u00ad",
      "𠮷",
      "12.5",
      "'s",
      " ",
      ", ",
      ". ",
      "-",
    ],
  );
  for (const language of ["ar", "de", "fr", "ja", "ko", "nl", "pl", "th", "tr", "zh"]) {
    const retina = await tinyLanguageRetina(language, words, "學学");
    const lexicon = createLexicon(retina);
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const text = parts.join("");
        const own = tokens(text);
        let last = 0;
        for (const { start, end, text: word } of readTerms(text, lexicon)) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          last = end;
          const token = own.find((each) => each.start <= start && end <= each.end);
          expect(token, `${word} at ${start}`).toBeDefined();
          const letters = new Set(plain(text.slice(start, end)));
          expect([...plain(word)].every((letter) => letters.has(letter))).toBe(true);
        }
      }),
    );
  }
});

/** Letters alone, so that forms can be compared. */
const plain = (text: string) =>
  text
    .toLowerCase()
    .replaceAll("學", "学")
    .normalize("NFD")
    .replace(/[\p{M}ı]/gu, "");

test("English is read as it is written: a token is a word", () => {
  const retina = tinyRetina();
  const lexicon = createLexicon(retina);
  expect(lexicon.cut).toBeUndefined();
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("Dog", "cat's", "北京", "l'eau", "12", " ", ". ")),
      (parts) => {
        const text = parts.join("");
        const read = readTerms(text, lexicon).flatMap(({ text: words }) => words.split(" "));
        expect(read).toEqual(tokens(text).map(({ text: word }) => word));
      },
    ),
  );
});

test("the likeliest words are those that the plain way finds", async () => {
  const shares = { a: 0.01, ab: 1e-3, abc: 1e-6, bc: 1e-3, ca: 1e-4, cab: 1e-5 };
  const retina = await tinyLanguageRetina("sv", shares);
  const paths = new WordPaths(retina);
  const costOf = (word: string) => {
    const id = retina.idOf(word);
    return id < 0 ? undefined : Math.round(-8 * Math.log2(retina.frequency(id)));
  };
  const cheapest = (text: string): number => {
    if (text === "") return 0;
    let best = UNKNOWN + cheapest(text.slice(1));
    for (let end = 1; end <= text.length; end++) {
      const cost = costOf(text.slice(0, end));
      if (cost !== undefined) best = Math.min(best, cost + cheapest(text.slice(end)));
    }
    return best;
  };
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("a", "b", "c", "d"), maxLength: 9 }), (text) => {
      const found = paths.stretches(text);
      expect(found.map(({ start, end }) => text.slice(start, end)).join("")).toBe(text);
      const cost = found.reduce(
        (sum, { start, end, isKnown }) =>
          sum + (isKnown ? costOf(text.slice(start, end))! : UNKNOWN * (end - start)),
        0,
      );
      expect(cost).toBe(cheapest(text));
    }),
  );
});

/** e to the power of -25, in eighths of a halving. */
const UNKNOWN = Math.round((25 / Math.LN2) * 8);

test("long runs are read in parts, and no character is halved", async () => {
  const retina = await tinyLanguageRetina("zh", { 北京: 1e-4 });
  const text = `${"北京".repeat(7_000)}${"𠮷".repeat(9_001)}`;
  const found = new WordPaths(retina).stretches(text);
  expect(found).toHaveLength(7_001);
  expect(found.at(-1)).toEqual({ start: 14_000, end: text.length, isKnown: false });
});
