import { queryOptions } from "@tanstack/react-query";
import type { CollectionQuery, Predicate } from "../../core/api/schema/collection-types.ts";
import { askReport } from "../../core/workspace/filters/ask-report.ts";
import type { Prepared } from "../../core/workspace/filters/prepare-examples.ts";
import type { Spoken } from "../model/collection/lines.ts";
import { codeOfLanguage } from "../model/language-name.ts";
import { call } from "./client.ts";
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
    queryKey: ofCollection(name, "rows in the language of the retina", rows),
    queryFn: async () => {
      const others = await othersIn(name);
      const query = others === null ? {} : { where: inOwnLanguage(others) };
      return queryClient.fetchQuery(rowsQuery(name, page(query, rows)));
    },
  });

/** Rows of a language that its line is drawn among. */
const DRAWN_AMONG = 300;

/** What each language of a collection has for a line of its own by a filter; undefined where all rows are in one. */
export async function linesByLanguage(
  name: string,
  prepared: Prepared,
  signal: AbortSignal,
): Promise<Spoken | undefined> {
  const others = await othersIn(name);
  if (others === null) return undefined;
  const { retina, column, codes } = others;
  const textsOf = async (language: string, where: Predicate) => {
    const { rows } = await queryClient.fetchQuery(rowsQuery(name, page({ where }, DRAWN_AMONG)));
    return { language, texts: rows.map(({ text }) => text) };
  };
  const spoken = [...new Set(codes.values())].map((code) => {
    const values = [...codes].flatMap(([value, own]) => (own === code ? [value] : []));
    return textsOf(code, { column, in: values });
  });
  const languages = await Promise.all([textsOf(OWN, inOwnLanguage(others)), ...spoken]);
  const { threshold } = await askReport(
    (args) => call("app.filterReport", { ...args, languages }, signal),
    retina,
    prepared,
  );
  return {
    column,
    languages: [...codes].flatMap(([value, code]) => {
      const line = threshold.languages?.find(({ language }) => language === code);
      if (line === undefined || threshold.suggested === 0) return [];
      const factor = line.suggested / threshold.suggested;
      return [{ value, factor, from: line.from, texts: line.texts }];
    }),
  };
}

/** Packs name English terms, so a retina that others are read beside is English. */
const OWN = "en";
