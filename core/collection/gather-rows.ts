import type { Atlas } from "../atlas/types.ts";
import type { Cancellation } from "../cancellation.ts";
import type { Model } from "../engine.ts";
import type { Vocabulary } from "../text/vocabulary.ts";
import { type Heat, heatWithout } from "./lift.ts";
import type { Collection, CountedHeat, RowPart, ScannedRow, Selection } from "./store.ts";
import type { TopicNote } from "./topic-notes.ts";
import { TopicGatherer } from "./topics.ts";
import { Turns } from "./turns.ts";
import { wordWeights } from "./word-weights.ts";

interface GatherOptions {
  readonly model: Model;
  readonly atlas: Atlas;
  readonly level: number;
  readonly notes?: ReadonlyMap<number, TopicNote>;
  /** Where two parts are compared, and no topics are asked for. */
  readonly vocabulary?: Vocabulary;
}

/** Rows of a collection. */
interface Part {
  readonly collection: Collection;
  readonly selection: Selection;
}

/** Every selected row is counted. */
export async function countedHeat(
  collection: Collection,
  selection: Selection,
): Promise<CountedHeat> {
  const rows = await collection.count(selection);
  return { counts: await collection.heat(selection), rows, of: rows };
}

const heatOf = ({ collection, selection }: Part): Promise<Heat> =>
  countedHeat(collection, selection);

/** Reads all rows of a part. */
export async function gatherRows(
  part: Part,
  map: GatherOptions,
  signal: Cancellation,
): Promise<TopicGatherer> {
  const gatherer = gathererOf(map);
  for await (const batch of rowsOf(part, ["text", "cells"], signal))
    for (const row of batch) gatherer.add(row);
  return gatherer;
}

/** A part and all other rows, in one reading of everything. */
export async function gatherAgainstRest(part: Part, map: GatherOptions, signal: Cancellation) {
  const all = { collection: part.collection, selection: {} };
  const [own, rest] = [gathererOf(map), gathererOf(map)];
  const ids = new Set<string>();
  for await (const batch of rowsOf(part, [], signal)) for (const { id } of batch) ids.add(id);
  for await (const batch of rowsOf(all, ["text", "cells"], signal))
    for (const row of batch) (ids.has(row.id) ? own : rest).add(row);
  const heatA = await heatOf(part);
  return { own, rest, heatA, heatB: heatWithout(await heatOf(all), heatA) };
}

/** Two parts, which may be of two collections. */
export async function gatherBoth(
  [a, b]: readonly [Part, Part],
  map: GatherOptions,
  signal: Cancellation,
) {
  return {
    own: await gatherRows(a, map, signal),
    rest: await gatherRows(b, map, signal),
    heatA: await heatOf(a),
    heatB: await heatOf(b),
  };
}

async function* rowsOf<P extends RowPart>(
  { collection, selection }: Part,
  parts: readonly P[],
  signal: Cancellation,
): AsyncGenerator<readonly ScannedRow<P>[]> {
  const turns = new Turns(signal);
  for await (const batch of collection.scan(selection, parts)) {
    await turns.giveWay();
    yield batch;
  }
}

function gathererOf({ model, atlas, level, notes, vocabulary }: GatherOptions): TopicGatherer {
  return new TopicGatherer(atlas, level, {
    weight: wordWeights(model.retina),
    ...(notes === undefined ? {} : { notes }),
    ...(vocabulary === undefined ? {} : { vocabulary, withTopics: false }),
  });
}
