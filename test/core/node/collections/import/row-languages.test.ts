import { expect, it } from "vitest";
import { languagesOf } from "../../../../../core/node/collections/import/row-languages.ts";
import { openLanguageDetector } from "../../../../../core/text/language.ts";

const SURE: readonly (readonly [text: string, language: string])[] = [
  ["لكل فرد حق التمتع بجنسية ما.", "ar"],
  ["국제연합총회는,", "ko"],
  ["よって、ここに", "ja"],
  ["Каждый человек", "ru"],
  ["Каждый человек, IBM", "ru"],
  ["Генеральная Ассамблея,", "ru"],
];
const ENGLISH_OR_NOBODY = ["Wind und Schiff", "Volkswagen Aktiengesellschaft", ""];

it("takes a phrase in letters that English has not for what it is, and one in Latin letters for nothing", async () => {
  const detector = await openLanguageDetector();
  const detect = (text: string) => detector.detect(text);
  expect(
    await languagesOf(
      detect,
      SURE.map(([text]) => text),
    ),
  ).toEqual(SURE.map(([, language]) => language));
  for (const code of await languagesOf(detect, ENGLISH_OR_NOBODY))
    expect(["", "en"]).toContain(code);
});
