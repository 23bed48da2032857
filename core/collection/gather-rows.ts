import type { Atlas } from "../atlas/types.ts";
import type { Cancellation } from "../cancellation.ts";
import type { Model } from "../engine.ts";
import type { Vocabulary } from "../text/vocabulary.ts";
import { type Heat, heatWithout } from "./lift.ts";
import type { CollectionStore, Selection } from "./store.ts";
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
  readonly name: string;
  readonly selection: Selection;
}

async function heatOf(store: CollectionStore, { name, selection }: Part): Promise<Heat> {
  return {
    counts: await store.heat(name, selection),
    rows: await store.count(name, selection),
  };
}

/** Reads all rows of a part. */
export async function gatherRows(
  store: CollectionStore,
  part: Part,
  map: GatherOptions,
  signal: Cancellation,
): Promise<TopicGatherer> {
  const gatherer = gathererOf(map);
  for await (const batch of textsOf(store, part, signal))
    for (const row of batch) gatherer.add(row);
  return gatherer;
}

/** A part and all other rows, in one reading of everything. */
export async function gatherAgainstRest(
  store: CollectionStore,
  part: Part,
  map: GatherOptions,
  signal: Cancellation,
) {
  const all = { name: part.name, selection: {} };
  const [own, rest] = [gathererOf(map), gathererOf(map)];
  const ids = new Set<string>();
  for await (const batch of textsOf(store, part, signal)) for (const { id } of batch) ids.add(id);
  for await (const batch of textsOf(store, all, signal))
    for (const row of batch) (ids.has(row.id) ? own : rest).add(row);
  const heatA = await heatOf(store, part);
  return { own, rest, heatA, heatB: heatWithout(await heatOf(store, all), heatA) };
}

/** Two parts, which may be of two collections. */
export async function gatherBoth(
  store: CollectionStore,
  [a, b]: readonly [Part, Part],
  map: GatherOptions,
  signal: Cancellation,
) {
  return {
    own: await gatherRows(store, a, map, signal),
    rest: await gatherRows(store, b, map, signal),
    heatA: await heatOf(store, a),
    heatB: await heatOf(store, b),
  };
}

async function* textsOf(store: CollectionStore, { name, selection }: Part, signal: Cancellation) {
  const turns = new Turns(signal);
  for await (const batch of store.texts(name, selection)) {
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
