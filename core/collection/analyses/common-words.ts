import type { Engine } from "../../analysis/engine.ts";
import { languageCode } from "../../text/language-names.ts";
import type { Collection, CollectionInfo } from "../port/store.ts";

/** Languages of one collection that are looked at. */
const MOST_LANGUAGES = 50;

/** The words of other languages in a collection that nearly every text of theirs has; none where all is in one language. */
export async function commonWords(
  engine: Pick<Engine, "packs" | "commonWords">,
  collection: Pick<Collection, "facet">,
  { roles: { language: column } }: Pick<CollectionInfo, "roles">,
): Promise<ReadonlySet<string>> {
  if (column === undefined) return new Set();
  const { values } = await collection.facet({}, { column, limit: MOST_LANGUAGES });
  const codes = new Set(values.map(({ value }) => languageCode(value)));
  const packs = engine.packs.filter(({ language }) => codes.has(language));
  const found = await Promise.all(packs.map((pack) => engine.commonWords?.(pack) ?? []));
  return new Set(found.flatMap((words) => [...words]));
}
