import { badInput } from "../errors.ts";
import type { PackSummary } from "../language/pack.ts";
import { isSibling, siblingParts } from "../language/sibling.ts";
import type { Retina } from "../retina/types.ts";
import type { Engine } from "./engine.ts";

/** The English retina on whose map a retina lies, by name. */
export const mapNameOf = (retina: Retina): string =>
  (isSibling(retina) ? siblingParts(retina.name)?.map : undefined) ?? retina.name;

/** The pack of a language. @throws bad-input where there is none */
export function packOf({ packs }: Engine, language: string): PackSummary {
  const pack = packs.find((each) => each.language === language);
  if (pack !== undefined) return pack;
  const known = packs.map((each) => each.language);
  throw badInput(
    "language",
    `There is no language pack “${language.slice(0, 40)}”; there are: ${known.join(", ") || "none"}.`,
    { value: language.slice(0, 40), known },
  );
}
