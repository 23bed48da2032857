import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import {
  LANGUAGES,
  type LanguageDetector,
  openLanguageDetector,
} from "../../../core/text/language.ts";
import { englishWords } from "../../../core/text/tagger.ts";
import { anyCharacter } from "../../support/any-character.ts";
import { textRetina } from "./text-retina.ts";

let detector: LanguageDetector;
beforeAll(async () => {
  detector = await openLanguageDetector({ isEnglish: englishWords(textRetina()) });
});
const codeOf = (text: string) => detector.detect(text).isoTag;

describe("the list of languages", () => {
  it("has exactly fifty, each with a name and an article", () => {
    expect(LANGUAGES.size).toBe(50);
    for (const [code, { name, title }] of LANGUAGES) {
      expect(code).toMatch(/^[a-z]{2}$/);
      expect(title.startsWith(name)).toBe(true);
    }
    expect(LANGUAGES.get("ar")?.title).toBe("Arabic");
  });
});

describe("a few words that letters alone cannot place", () => {
  it("are English where all are English words, however they are written", async () => {
    const known = new Set(["red", "house"]);
    const { detect } = await openLanguageDetector({ isEnglish: (word) => known.has(word) });
    for (const text of ["red house", "Red House", "RED HOUSE"])
      expect(detect(text)).toMatchObject({ isoTag: "en", confidence: "low" });
    expect(detect("red hause").isoTag).not.toBe("en");
  });
});

describe("language detection", () => {
  it("answers the contract's examples", () => {
    expect(detector.detect("I have a dream!").language).toBe("English");
    expect(detector.detect("Ich bin ein").wikiUrl).toBe(
      "http://en.wikipedia.org/wiki/German_language",
    );
    expect(codeOf("Der var så dejligt ude på landet.")).toBe("da");
    expect(detector.detect("Je pense donc je suis.").language).toBe("French");
  });

  it.each([
    ["es", "El perro come una manzana en el jardín de la casa."],
    ["it", "Il gatto dorme sulla sedia vicino alla finestra."],
    ["pl", "Wczoraj poszliśmy do kina i obejrzeliśmy dobry film."],
    ["ru", "Сегодня хорошая погода, и мы идём гулять в парк."],
    ["uk", "Сьогодні гарна погода, і ми йдемо гуляти в парк."],
    ["el", "Καλημέρα"],
    ["he", "שלום"],
    ["th", "สวัสดี"],
    ["ko", "안녕하세요"],
    ["ja", "これは日本語の文です。"],
    ["zh", "今天天气很好。"],
    ["id", "Saya sedang belajar bahasa Indonesia di rumah teman saya."],
    ["hi", "यह एक बहुत अच्छी किताब है और मुझे पसंद है।"],
    ["tr", "Bugün hava çok güzel, parka gidiyoruz."],
    ["fi", "Tänään on kaunis päivä ja menemme puistoon."],
  ])("knows %s", (code, text) => {
    expect(codeOf(text)).toBe(code);
  });

  it("says honestly that it cannot tell", () => {
    for (const text of [
      "",
      "   ",
      "12345 67.8",
      "🙂🙂",
      "http://example.com/x",
      "x",
      "b7f3a9c0d1e2",
      "\ud800",
    ]) {
      const answer = detector.detect(text);
      expect(answer).toMatchObject({
        language: null,
        isoTag: null,
        wikiUrl: null,
        confidence: "none",
      });
    }
  });

  it("does not take a language outside the fifty for a relative", () => {
    expect(codeOf("Беларуская мова ўваходзіць у групу ўсходнеславянскіх моў.")).toBeNull();
    expect(codeOf("Բարի գալուստ Հայաստան")).toBeNull();
    expect(codeOf("Қазақстан Республикасының мемлекеттік тілі")).toBeNull();
  });

  it("does not take a relative that the statistics do not know for one of the fifty", () => {
    for (const text of [
      "Die kinders speel buite in die tuin, maar hulle wil nie inkom nie.",
      "Die kinders loop met die honde langs die strand.",
      "Ons eet vandag vroeg.",
      "Unha das cousas que máis lle gustan é camiñar pola praia coa súa irmá.",
      "Børnini spæla úti í garðinum, og hundurin liggur undir trænum.",
      "U zitellu hà vistu u cane chì dorme sottu à a tavula.",
    ])
      expect(codeOf(text)).toBeNull();
  });

  it("takes Dutch with “die” for Dutch", () => {
    for (const text of [
      "In die tijd was er geen werk in het dorp.",
      "Op die manier komt de trein nooit op tijd.",
      "Met die fiets rijd ik elke dag naar school.",
    ])
      expect(codeOf(text)).toBe("nl");
  });

  it("names no language for a text that is far from all that it knows", () => {
    for (const text of [
      "Mae'r plant yn chwarae yn yr ardd tra bod y fam yn coginio cinio.",
      "La infanoj ludas en la ĝardeno dum la patrino kuiras.",
      "Bolalar bog'da o'ynashmoqda, onasi esa ovqat tayyorlamoqda.",
    ])
      expect(codeOf(text)).toBeNull();
  });

  it("tells Hindi from Marathi by a few words", () => {
    for (const text of ["बच्चे बगीचे में खेल रहे", "मुझे यह किताब पसंद है", "घर के सामने पेड़ है"])
      expect(codeOf(text)).toBe("hi");
    for (const text of ["मुले बागेत खेळत आहेत", "मला हे पुस्तक आवडते आणि", "घरासमोर एक झाड आहे"])
      expect(codeOf(text)).toBe("mr");
  });

  it("reads letters and their accents apart as one", () => {
    const text = "Mọi người sinh ra đều tự do và bình đẳng về nhân phẩm.";
    expect(codeOf(text.normalize("NFD"))).toBe("vi");
  });

  it("calls common English words English, but is not sure", () => {
    expect(detector.detect("apple")).toMatchObject({ isoTag: "en", confidence: "low" });
  });

  it("judges a long text by all of it, not by its head", () => {
    const german = "Die Kinder spielen im Garten, während die Eltern das Essen kochen. ".repeat(60);
    expect(codeOf(`This is a short English heading of the page. ${german}`)).toBe("de");
  });

  it("answers any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 400 }), (text) => {
        const { confidence, isoTag } = detector.detect(text);
        expect(confidence === "none").toBe(isoTag === null);
      }),
    );
  });
});
