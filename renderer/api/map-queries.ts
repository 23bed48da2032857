import { queryOptions } from "@tanstack/react-query";
import type { Output } from "../../core/api/client-types.ts";
import { engineQuery, queryClient } from "./query-client.ts";

/** Anchors, density and names of the whole map; asked once a retina. */
export const atlasQuery = (retina: string) =>
  queryOptions({
    ...engineQuery(retina, "app.atlas", { retina_name: retina }),
    gcTime: Number.POSITIVE_INFINITY,
  });

interface CellAsked {
  readonly limit?: number;
  /** Cells around that count for the ranking. */
  readonly radius?: number;
}

/** Who lives at a cell. */
export const cellQuery = (
  retina: string,
  position: number,
  { limit = 8, radius = 1 }: CellAsked = {},
) =>
  queryOptions(engineQuery(retina, "app.cell", { retina_name: retina, position, radius, limit }));

/** Everything about one term; unknown terms are an answer, not a failure. */
export const termQuery = (retina: string, term: string) =>
  queryOptions(engineQuery(retina, "app.term", { retina_name: retina, term }));

/** The senses of a term, without their cells. */
export const sensesQuery = (retina: string, term: string) =>
  queryOptions(
    engineQuery(retina, "terms.contexts", { retina_name: retina, term, max_results: 20 }),
  );

export const completeQuery = (retina: string, prefix: string, limit = 12) =>
  queryOptions(engineQuery(retina, "app.complete", { retina_name: retina, prefix, limit }));

/** Codes of the languages that texts on a retina's map can be read in, beside its own. */
export const languagesQuery = (retina: string) =>
  queryOptions({
    ...engineQuery(retina, "retinas.list", { retina_name: retina, language: "all" }),
    select: (retinas) => codesOf(retinas, retina),
  });

/** The same, asked once. */
export const readLanguages = async (retina: string): Promise<ReadonlySet<string>> =>
  codesOf(await queryClient.fetchQuery(languagesQuery(retina)), retina);

const codesOf = (retinas: Output<"retinas.list">, map: string): ReadonlySet<string> =>
  new Set(retinas.map(({ retinaName }) => codeIn(retinaName, map)));

/** The retina that reads a language on a map; the map itself for its own. */
export function retinaOf(map: string, language: string | undefined): string {
  if (language === undefined || language === "en") return map;
  return map.startsWith("en_") ? `${language}_${map.slice("en_".length)}` : `${map}.${language}`;
}

/** `de` of `de_associative` on the map en_associative, and of `law.de` on the map law. */
const codeIn = (name: string, map: string): string =>
  name.startsWith(`${map}.`) ? name.slice(map.length + 1) : name.slice(0, name.indexOf("_"));

export const retinaCardsQuery = () => queryOptions(engineQuery("", "app.retinaCards", {}));

export const aboutQuery = () => queryOptions({ ...engineQuery("", "app.about", {}), staleTime: 0 });
