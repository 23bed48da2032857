import { readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { isPlainEnglish, openLanguageDetector } from "../../../core/text/language.ts";

const SAMPLE = path.join(import.meta.dirname, "../../../retinas/samples/state-of-the-union.csv.gz");
const OTHERS = [
  "Die Regierung hat heute beschlossen, dass die Steuern im kommenden Jahr nicht erhöht werden.",
  "Le gouvernement a décidé que les impôts ne seront pas augmentés pendant l'année prochaine.",
  "De regering heeft besloten dat de belastingen volgend jaar niet zullen worden verhoogd.",
  "Regeringen har besluttet at skattene ikke skal økes neste år, og det var alle enige om.",
  "Il governo ha deciso che le tasse non saranno aumentate nel corso del prossimo anno.",
];

describe("plain English", () => {
  it("is told by its function words, and nothing else is", () => {
    expect(
      isPlainEnglish("The price of oil has fallen, and that is good for those who drive."),
    ).toBe(true);
    for (const text of OTHERS) expect(isPlainEnglish(text)).toBe(false);
    // Too little to tell, or a few English words in a list of names.
    expect(isPlainEnglish("The oil")).toBe(false);
    expect(isPlainEnglish(`the of and that ${"Müller Meier Schmidt ".repeat(20)}`)).toBe(false);
  });

  it("never contradicts the detector on the sample, and spares it most texts", async () => {
    const { detect } = await openLanguageDetector();
    const rows: Record<string, string>[] = parse(gunzipSync(readFileSync(SAMPLE)), {
      columns: true,
      to: 2000,
    });
    const texts = rows.map(({ text = "" }) => text.slice(0, 250));
    const plain = texts.filter(isPlainEnglish);
    expect(plain.length).toBeGreaterThan(0.6 * texts.length);
    for (const text of plain) expect(detect(text).language).toBe("English");
  });
});
