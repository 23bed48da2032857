import { queryOptions } from "@tanstack/react-query";
import type { CollectionQuery, Predicate } from "../../core/api/schema/collection-types.ts";
import { codeOfLanguage } from "../model/language-name.ts";
import { collectionsQuery, facetQuery, ofCollection, rowsQuery } from "./collection-queries.ts";
import { readLanguages } from "./map-queries.ts";
import { queryClient } from "./query-client.ts";

/** The rows of a collection that are not in the language of its retina. */
interface Others {
  readonly retina: string;
  readonly column: string;
  /** The code of each value of the column. */
  readonly codes: ReadonlyMap<string, string>;
}

async function othersIn(name: string): Promise<Others | null> {
  const { collections } = await queryClient.fetchQuery(collectionsQuery());
  const info = collections.find((each) => each.name === name);
  const column = info?.roles.language;
  // An encoder reads all languages alike.
  if (info === undefined || column === undefined || info.retina.reader) return null;
  const { values } = await queryClient.fetchQuery(facetQuery(name, {}, column));
  const known = [...(await readLanguages(info.retina.name))];
  const codes = values.flatMap(({ value }): [string, string][] => {
    const code = codeOfLanguage(value, known);
    return code === undefined ? [] : [[value, code]];
  });
  return codes.length === 0 ? null : { retina: info.retina.name, column, codes: new Map(codes) };
}

const inOwnLanguage = ({ column, codes }: Others): Predicate => ({
  not: { column, in: [...codes.keys()] },
});

/** The same rows every time. */
const SEED = 14;
const page = (query: CollectionQuery, rows: number) => ({
  query: { ...query, sample: { rows, seed: SEED } },
  sort: null,
  offset: 0,
  limit: rows,
});

/** Some rows in the language of the collection's retina: how others are read, only who knows their language can say. */
export const ownRowsQuery = (name: string, rows: number) =>
  queryOptions({
    queryKey: ofCollection(name, "rows in the language of the map", rows),
    queryFn: async () => {
      const others = await othersIn(name);
      const query = others === null ? {} : { where: inOwnLanguage(others) };
      return queryClient.fetchQuery(rowsQuery(name, page(query, rows)));
    },
  });
