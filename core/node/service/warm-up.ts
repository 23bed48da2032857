import type { Name } from "../../api/client-types.ts";
import type { Engine } from "../../engine.ts";
import type { WorkerPool } from "../threads/worker-pool.ts";
import type { PoolMethods } from "./quick-jobs.ts";

/** The first paint and the calls that come with it go first. */
const FIRST_PAUSE = 1500;
/** Between two pieces of work, and how often it is waited for until no call runs. */
const PAUSE = 200;
const MOST_PAUSES = 25;
/** Characters: an article, and a paragraph. */
const LONG_TEXT = 4000;
const SHORT_TEXT = 400;
/** Ranks of terms that everybody knows and that have several meanings. */
const USUAL_TERMS = Array.from({ length: 12 }, (_, i) => 1000 + 100 * i);
const EXAMPLES = 4;

/** What is made ready, and when. */
export interface Warmed {
  readonly engine: Engine;
  readonly pool: Pick<WorkerPool<PoolMethods>, "threads" | "run">;
  /** Whether there is nothing left to make ready. */
  readonly isOver: () => boolean;
  /** Whether nobody waits for a call. */
  readonly isQuiet: () => boolean;
  readonly pause: (milliseconds: number) => Promise<void>;
}

/**
 * Does once, piece by piece and before anybody asks, what the first use of the service would wait for: its code is run, the
 * tables for texts are made, and the first thread reads the statistics of languages and the background of filters. A thread
 * that is the only one is left free for calls.
 */
export async function warmUp(warmed: Warmed): Promise<void> {
  const { engine, isOver, isQuiet, pause } = warmed;
  if (engine.names.length === 0) return;
  await pause(FIRST_PAUSE);
  const texts = isOver() ? [] : ((await engine.sampleTexts?.()) ?? []);
  for (const work of [...piecesHere(engine, texts), ...piecesThere(warmed, texts)]) {
    for (let pauses = 0; pauses < MOST_PAUSES && !isOver(); pauses++) {
      await pause(PAUSE);
      if (isQuiet()) break;
    }
    if (isOver()) return;
    // What fails here fails again for whoever asks, and is told then.
    await Promise.resolve()
      .then(work)
      .catch(() => {});
  }
}

type Piece = () => unknown;

/** What short calls need, which the main thread answers. */
function piecesHere(engine: Engine, texts: readonly string[]): Piece[] {
  const model = engine.model(engine.names[0]);
  const { retina } = model;
  const senses = USUAL_TERMS.map((rank) => Math.min(rank, retina.termCount - 1)).map(
    (term) => () => retina.contexts(retina.positions(term)),
  );
  const long = texts.join(" ").slice(0, LONG_TEXT);
  return [
    ...senses,
    () => model.text,
    () => model.text.prepare(),
    () => model.text.fingerprint(long.slice(0, SHORT_TEXT)),
    () => model.text.keywords(long.slice(0, SHORT_TEXT)),
    () => model.text.fingerprint(long),
  ];
}

/** What long calls need; calls that tell languages go to the first thread. */
function piecesThere({ pool }: Warmed, texts: readonly string[]): Piece[] {
  if (pool.threads < 2) return [];
  const call = (name: Name, args: unknown) => () =>
    pool.run("args", { name, args }, { usesLanguages: true });
  const positive = texts.slice(0, EXAMPLES);
  const negative = texts.slice(-EXAMPLES);
  return [
    call("text.language", { text: positive[0] ?? "" }),
    call("app.filterReport", { name: "first", positive, negative }),
  ];
}
