import { Type } from "typebox";
import { create } from "zustand";
import { call } from "../../api/client.ts";
import type { ClassifyText } from "../../model/filters/classification.ts";
import {
  type Candidate,
  keyOf,
  keyOfText,
  type Lane,
  poolOf,
} from "../../model/filters/feed-lanes.ts";
import { type Filter, makeExample, type Side } from "../../model/filters/filter-model.ts";
import { asSaved, type ReadyFilter } from "../../model/filters/ready-filter.ts";
import { recordOf, type Saved } from "../../model/fit.ts";
import { byMember } from "../../model/join-content.ts";
import { NO_SELECTION, type Selection } from "../../model/tables/virtual-window.ts";
import { announce } from "../announcer.ts";
import { defineSlice } from "../slice.ts";
import { asOneStep } from "../workspace.ts";
import { useClassifyRun } from "./classify-run.ts";
import { changeFilter, useFilterDesk } from "./filter-state.ts";

const keys = recordOf(Type.Array(Type.String()));
const schema = Type.Object({
  skipped: keys,
  flagged: keys,
  /** Keys are taken by their place on the keyboard, not by what is printed on them. */
  byPlace: Type.Boolean(),
});
/** What was put aside while looking for examples, by the filter's id; by key of the text. */
type Aside = Saved<typeof schema>;

const NOTHING: Aside = { skipped: {}, flagged: {}, byPlace: false };

export const aside = defineSlice("feed", {
  title: "texts put aside",
  schema,
  initial: NOTHING,
  join: byMember(NOTHING),
});

/** The order of the texts, as it was when they were judged; neither undone nor saved. */
interface Feed {
  readonly phase: "idle" | "judging" | "ready" | "failed";
  readonly filterId: string;
  readonly retina: string;
  /** The file it is about. */
  readonly texts: readonly ClassifyText[];
  readonly candidates: readonly Candidate[];
  readonly threshold: number;
  /** Version of the filter that judged. */
  readonly version: number;
  /** Texts classified so far, and how many there are to judge. */
  readonly judged: number;
  readonly pool: number;
  readonly error: unknown;
  readonly lane: Lane | "flagged";
  readonly search: string;
  readonly selection: Selection;
}

const NONE: Feed = {
  phase: "idle",
  filterId: "",
  retina: "",
  texts: [],
  candidates: [],
  threshold: 0,
  version: 0,
  judged: 0,
  pool: 0,
  error: null,
  lane: "unsure",
  search: "",
  selection: NO_SELECTION,
};

export const useFeed = create<Feed>(() => NONE);

let turn = 0;
const BATCH = 250;

/** Judges the texts of the file that nobody has decided on, and puts them in order. */
export async function orderAnew(retina: string, filter: Filter, ready: ReadyFilter): Promise<void> {
  const own = ++turn;
  const before = useFeed.getState();
  const { texts } = useClassifyRun.getState();
  const { id: filterId, version } = filter;
  const pool = poolOf(texts, decidedKeys(filter));
  const isFirst = before.candidates.length === 0;
  const isOther = before.filterId !== filterId || before.texts !== texts;
  useFeed.setState({
    // Before there is any order, the search was asked for by a blind spot.
    ...(isOther ? { candidates: [], lane: "unsure", search: isFirst ? before.search : "" } : {}),
    phase: "judging",
    filterId,
    retina,
    texts,
    error: null,
    judged: 0,
    pool: pool.length,
    selection: NO_SELECTION,
  });
  try {
    const candidates = await judge(pool, { own, retina, texts, ready });
    if (own !== turn) return;
    useFeed.setState({ phase: "ready", candidates, threshold: ready.threshold, version });
    announce(`${candidates.length} texts in order`);
  } catch (error) {
    if (own === turn) useFeed.setState({ phase: "failed", error });
  }
}

interface Judging {
  readonly own: number;
  readonly retina: string;
  readonly texts: readonly ClassifyText[];
  readonly ready: ReadyFilter;
}

async function judge(pool: readonly number[], { own, retina, texts, ready }: Judging) {
  const candidates: Candidate[] = [];
  for (let start = 0; start < pool.length && own === turn; start += BATCH) {
    const batch = pool.slice(start, start + BATCH);
    const rows = await call("app.filterScore", {
      retina_name: retina,
      filters: [asSaved(ready)],
      texts: batch.map((index) => texts[index]!.text),
    });
    rows.forEach(({ scores }, at) => {
      const index = batch[at]!;
      const score = scores[0];
      if (score != null) candidates.push({ index, text: texts[index]!.text, score });
    });
    if (own === turn) useFeed.setState({ judged: start + batch.length });
  }
  return candidates;
}

/** Goes to the texts of the file that hold one of these words, in all lanes, or first to where a file is chosen. */
export function findInFeed(words: readonly string[]): void {
  useFeed.setState({ search: words.join(", "), selection: NO_SELECTION });
  useFilterDesk.setState({ tab: "next" });
}

/** Stops judging; an order from before is there again. */
export function cancelOrder(): void {
  turn++;
  useFeed.setState(({ candidates }) => ({ phase: candidates.length > 0 ? "ready" : "idle" }));
}

/** Texts that are examples or were skipped. */
export function decidedKeys({ id, examples }: Filter): Set<string> {
  const keys = new Set(aside.read().skipped[id] ?? []);
  for (const example of examples) keys.add(keyOf(example));
  return keys;
}

const plus = (
  all: Aside["skipped"],
  id: string,
  keys: readonly string[],
): Readonly<Record<string, readonly string[]>> => ({
  ...all,
  [id]: [...new Set([...(all[id] ?? []), ...keys])],
});

export function skipTexts({ id }: Filter, texts: readonly string[]): void {
  const label = texts.length === 1 ? "Skip a text" : `Skip ${texts.length} texts`;
  aside.edit(label, (before) => ({
    ...before,
    skipped: plus(before.skipped, id, texts.map(keyOfText)),
  }));
}

/** A text that was changed before it was decided on: the changed one is an example, the original is not offered again. */
export function addEdited(
  filter: Filter,
  side: Side,
  { original, text }: { readonly original: string; readonly text: string },
): void {
  const label = `Add a changed text that ${side === "positive" ? "belongs" : "does not"}`;
  const add = (before: Filter) => ({
    ...before,
    examples: [...before.examples, makeExample(text.trim(), side)],
  });
  asOneStep(() => {
    aside.edit(label, (before) => ({
      ...before,
      skipped: plus(before.skipped, filter.id, [keyOfText(original)]),
    }));
    changeFilter(filter.id, label, add);
  });
}

/** Flags texts to come back to, or takes the flag off when all have one. */
export function flagTexts({ id }: Filter, texts: readonly string[]): void {
  const keys = texts.map(keyOfText);
  const known = aside.read().flagged[id] ?? [];
  const isOff = keys.every((key) => known.includes(key));
  aside.edit(isOff ? "Remove the flag" : "Flag for later", (before) => ({
    ...before,
    flagged: isOff
      ? { ...before.flagged, [id]: known.filter((key) => !keys.includes(key)) }
      : plus(before.flagged, id, keys),
  }));
}

export const chooseKeysByPlace = (byPlace: boolean): void =>
  aside.keep((before) => ({ ...before, byPlace }));
