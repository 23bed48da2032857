import { Type } from "#typebox";
import { fnv1a } from "../../kernel/hash.ts";
import type { Saved } from "../fit.ts";

const sourceSchema = Type.Union([
  /** Of workspaces from when a file could be classified: texts that come with the program stand in for it. */
  Type.Object({ kind: Type.Literal("file") }),
  Type.Object({ kind: Type.Literal("shipped") }),
  Type.Object({ kind: Type.Literal("collection"), name: Type.String() }),
]);
/** Which texts stand for those that a filter is for. */
export type TextSource = Saved<typeof sourceSchema>;

export const outlookSchema = Type.Object({ source: sourceSchema });
/** Which texts a filter is for: its predicted quality depends on them. */
export type Outlook = Saved<typeof outlookSchema>;

export const NO_OUTLOOK: Outlook = { source: { kind: "shipped" } };

/** Some of the texts that a filter is for. */
export interface Backdrop {
  /** Of the collection. */
  readonly name: string;
  readonly texts: readonly string[];
  /** How many they were taken from. */
  readonly of: number;
  /** The same for the same texts. */
  readonly key: string;
}

/** The engine counts nothing on fewer. */
export const FEWEST_BACKDROP = 20;
/** More change little, and all go to the engine whenever an example changes. */
export const MOST_BACKDROP = 1000;
const MOST_CHARACTERS = 2_000_000;

/** The rows of a collection that stand for it: the same every time. */
export const BACKDROP_QUERY = {
  query: { sample: { rows: MOST_BACKDROP, seed: 14 } },
  offset: 0,
  limit: MOST_BACKDROP,
};

/** The collection that a filter is for; "" for none. */
export const collectionFor = ({ outlook = NO_OUTLOOK }: { readonly outlook?: Outlook }): string =>
  outlook.source.kind === "collection" ? outlook.source.name : "";

/** Texts spread over all, as many as an engine reads in a moment; null for too few. */
export function backdropOf(
  name: string,
  all: readonly { readonly text: string }[],
): Backdrop | null {
  const full = all.filter(({ text }) => text.trim() !== "");
  if (full.length < FEWEST_BACKDROP) return null;
  const texts: string[] = [];
  let room = MOST_CHARACTERS;
  for (const at of inTurn(spreadOver(full.length, MOST_BACKDROP))) {
    const { text } = full[at]!;
    if (texts.length >= FEWEST_BACKDROP && text.length > room) break;
    texts.push(text);
    room -= text.length;
  }
  return { name, texts, of: full.length, key: `${name} ${texts.length} ${hashOf(texts)}` };
}

/** `count` whole numbers below `length`, evenly spread, the first is 0. */
function spreadOver(length: number, count: number): number[] {
  const taken = Math.min(length, count);
  return Array.from({ length: taken }, (_, i) => Math.floor((i * length) / taken));
}

/** Every seventh first, so that a stop on the way leaves texts of the whole list. */
function inTurn(places: readonly number[]): number[] {
  return [0, 1, 2, 3, 4, 5, 6].flatMap((start) => places.filter((_, index) => index % 7 === start));
}

/** Of all characters, with the end of each text. */
const hashOf = (texts: readonly string[]): string =>
  (fnv1a(texts.map((text) => `${text}\0`).join("")) >>> 0).toString(36);
