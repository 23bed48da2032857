import { describe, expect, it } from "vitest";
import { RowLanguages } from "../../../../../core/node/collections/import/row-languages.ts";
import { openLanguageDetector } from "../../../../../core/text/language.ts";

const detector = await openLanguageDetector();
const languagesOf = (texts: readonly string[]) =>
  new RowLanguages((text) => detector.detect(text)).of(texts);

const SURE: readonly (readonly [text: string, language: string])[] = [
  ["لكل فرد حق التمتع بجنسية ما.", "ar"],
  ["국제연합총회는,", "ko"],
  ["よって、ここに", "ja"],
  ["Каждый человек", "ru"],
  ["Каждый человек, IBM", "ru"],
  ["Генеральная Ассамблея,", "ru"],
];
const PHRASES = ["Wind und Schiff", "Volkswagen Aktiengesellschaft", "Regen", ""];
const GERMAN = [
  "Am Morgen lag dichter Nebel über dem Fluss, und die Fähre fuhr nicht.",
  "Der Bäcker in unserer Straße backt sein Brot noch immer in einem alten Ofen.",
  "Gestern haben wir im Garten die ersten reifen Tomaten gepflückt.",
];
const ENGLISH = [
  "The ferry did not leave because there was thick fog on the river this morning.",
  "We have been told that the old bridge will be closed after the winter.",
  "She said that the bread from the baker in our street is the best in the town.",
];

describe("languages of rows", () => {
  it("takes a phrase in other letters for what it is, and one in Latin letters alone for nothing", async () => {
    expect(await languagesOf(SURE.map(([text]) => text))).toEqual(SURE.map(([, code]) => code));
    for (const code of await languagesOf(PHRASES)) expect(["", "en"]).toContain(code);
  });

  it("takes a phrase in a column of German for German, and in one of English for English", async () => {
    const rows = (sentences: readonly string[]) => [
      "Wind in the sails",
      "Regen",
      "",
      ...Array.from({ length: 50 }, () => sentences).flat(),
    ];
    expect(new Set((await languagesOf(rows(GERMAN))).slice(1))).toEqual(new Set(["de"]));
    expect(new Set(await languagesOf(rows(ENGLISH)))).toEqual(new Set(["en"]));
  });

  it("leaves a phrase of another language unclear in a column of English", async () => {
    const many = Array.from({ length: 50 }, () => ENGLISH).flat();
    const phrases = ["Vielen Dank, alles bestens!", "Wind und Schiff", "Tutto bene, grazie!"];
    const [german, , italian] = await languagesOf([...phrases, ...many]);
    expect(["", "de"]).toContain(german);
    expect(["", "it"]).toContain(italian);
    expect((await languagesOf(["Wind und Schiff", ...many]))[0]).toBe("");
  });

  it("leaves a phrase unclear that is likelier in another language than a few rows are in", async () => {
    const [phrase] = await languagesOf(["Volkswagen Aktiengesellschaft", ...ENGLISH]);
    expect(phrase).toBe("");
  });

  it("keeps a sentence that is clearly in another language than its column", async () => {
    expect(await languagesOf([...ENGLISH, GERMAN[0]!, ...ENGLISH])).toEqual([
      ..."en en en de en en en".split(" "),
    ]);
  });

  it("finds the language of a column of phrases by reading several of them together", async () => {
    const phrases = [
      ...["heute wieder geöffnet", "wegen Regen abgesagt", "noch nicht entschieden"],
      ...["bis auf weiteres gesperrt", "ohne Ergebnis vertagt", "mit großem Erfolg eröffnet"],
      ...["zum dritten Mal gewählt", "nach langer Krankheit gestorben", "für immer verloren"],
    ];
    const codes = await languagesOf(Array.from({ length: 8 }, () => phrases).flat());
    expect(new Set(codes)).toEqual(new Set(["de"]));
  });

  it("finds several languages in a column of short sentences", async () => {
    const german = ["Gestern haben wir lange im Garten gesessen", "Wir essen heute bei ihnen"];
    const polish = ["Wczoraj poszliśmy razem do kina", "Dzieci bawią się w ogrodzie"];
    expect(await languagesOf([german[0]!, polish[0]!, german[1]!, polish[1]!])).toEqual([
      ..."de pl de pl".split(" "),
    ]);
  });

  it("takes a short row that is like one language alone for that, in a table of few rows", async () => {
    const rows = ["Großer Raum und früh offen", "Piekarnia otwiera później", "Nichts dagegen"];
    expect(await languagesOf(rows)).toEqual(["de", "pl", "de"]);
    expect(await languagesOf([...rows, "Bücher für müde Eltern abzugeben"])).toEqual(
      "de pl de de".split(" "),
    );
    expect(await languagesOf(["Bremen Lübeck Kiel Rostock Schwerin", ...ENGLISH])).not.toContain(
      "de",
    );
  });

  it("takes rows of a language outside the fifty for none that is like it", async () => {
    const afrikaans = [
      "Die boere bring hulle groente elke Saterdag na die mark toe.",
      "Ons het gister 'n lang brief van haar broer gekry.",
      "Die seuns speel rugby agter die skool tot dit donker word.",
      "Sy lees vir die kinders 'n storie oor 'n ou leeu.",
      "My ouma bak die lekkerste brood in die hele dorp.",
      "Dit gaan vandag reën, vat maar jou jas saam.",
    ];
    expect(await languagesOf(afrikaans)).not.toContain("nl");
  });

  it("gives a phrase in Latin letters no language that only texts in other letters have", async () => {
    const codes = await languagesOf(["OK", ...SURE.map(([text]) => text), "Каждый человек"]);
    expect(["", "en"]).toContain(codes[0]);
  });

  it("remembers earlier rows", async () => {
    const rows = new RowLanguages((text) => detector.detect(text));
    await rows.of(GERMAN);
    expect(await rows.of(["Wind und Schiff"])).toEqual(["de"]);
  });
});
