import { languageRetinaData } from "../../core/language/language-retina.ts";
import { readPack, writePack } from "../../core/language/pack-file.ts";
import { openRetina } from "../../core/retina/open-retina.ts";
import { writeRetina } from "../../core/retina/write-retina.ts";
import { tinyPack } from "./tiny-pack.ts";
import { tinyRetina } from "./tiny-retina.ts";

/** A retina of a language that knows these words with their shares in texts; on the map of the tiny retina. */
export async function tinyLanguageRetina(
  language: string,
  shares: Readonly<Record<string, number>>,
  characters = "",
) {
  const words = Object.entries(shares).map(([word, share]) => ({ word, share }));
  const pack = readPack(writePack(await tinyPack(words, language, characters)), "tiny.pack");
  const map = tinyRetina({ name: "en_associative" });
  const name = `${language}_associative`;
  return openRetina(writeRetina(languageRetinaData(pack, map, name)), name);
}
