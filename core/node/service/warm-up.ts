import type { Engine } from "../../analysis/engine.ts";
import type { Name } from "../../api/client-types.ts";
import type { WorkerPool } from "../threads/worker-pool.ts";
import type { PoolMethods } from "./quick-jobs.ts";

/** The page itself goes first: milliseconds. */
const FIRST_PAUSE = 100;
/** Between two pieces of work, and how often it is waited for until no call runs. */
const PAUSE = 20;
const MOST_PAUSES = 50;
/** Ranks of terms that everybody knows and that have several meanings. */
const USUAL_TERMS = Array.from({ length: 6 }, (_, i) => 1000 + 200 * i);
/** Terms of a paragraph, and paragraphs of an article; of as many as a filter has examples. */
const WORDS = 60;
const PARAGRAPHS = 8;
const EXAMPLES = 4;

/** What is made ready, and when. */
export interface Warmed {
  readonly engine: Engine;
  readonly pool: Pick<WorkerPool<PoolMethods>, "threads" | "run" | "ready">;
  /** Told when the threads have everything, or cannot have it. */
  readonly begun: () => void;
  /** Whether there is nothing left to make ready. */
  readonly isOver: () => boolean;
  /** Whether nobody waits for a call. */
  readonly isQuiet: () => boolean;
  readonly pause: (milliseconds: number) => Promise<void>;
}

/**
 * Does once, piece by piece and before anybody asks, what the first use of the service would wait for: its code is run and the
 * tables for texts are made here, between calls, while the threads run the code of contexts and then the first of them reads the
 * statistics of languages and the background of filters. A thread that is the only one is left free for calls. Processor time of
 * first uses without and with it, in milliseconds: contexts 410 / 135, keywords 167 / 40, a text 105 / 2, a filter report 425 / 58.
 */
export async function warmUp(warmed: Warmed): Promise<void> {
  const { engine, begun, isOver, isQuiet, pause } = warmed;
  if (engine.names.length === 0) return begun();
  const texts = paragraphs(engine);
  const there = inTurn(piecesThere(warmed, texts), isOver).finally(begun);
  await pause(FIRST_PAUSE);
  const betweenCalls = async () => {
    for (let pauses = 0; pauses < MOST_PAUSES && !isOver(); pauses++) {
      await pause(PAUSE);
      if (isQuiet()) break;
    }
  };
  await inTurn(piecesHere(engine, texts), isOver, betweenCalls);
  await there;
}

async function inTurn(
  pieces: readonly Piece[],
  isOver: () => boolean,
  before?: () => Promise<void>,
): Promise<void> {
  for (const work of pieces) {
    await before?.();
    if (isOver()) return;
    // What fails here fails again for whoever asks, and is told then.
    await Promise.resolve()
      .then(work)
      .catch(() => {});
  }
}

type Piece = () => unknown;

/** Terms of the retina one after the other: any text makes the code run, and none has to be read from a file. */
function paragraphs(engine: Engine): string[] {
  const { retina } = engine.model(engine.names[0]);
  return Array.from({ length: PARAGRAPHS }, (_, paragraph) => {
    const ranks = Array.from({ length: WORDS }, (_, i) => 100 + 37 * (paragraph * WORDS + i));
    const words = ranks.map((rank) => retina.term(rank % retina.termCount));
    return `${words.join(" ")}. Unreadablish 1987.`;
  });
}

/** What short calls need, which the main thread answers; what a person asks for first comes first. */
function piecesHere(engine: Engine, [text = "", ...more]: readonly string[]): Piece[] {
  const model = engine.model(engine.names[0]);
  const { retina } = model;
  const senses = USUAL_TERMS.map((rank) => Math.min(rank, retina.termCount - 1)).map(
    (term) => () => retina.contexts(retina.positions(term)),
  );
  const [first, ...others] = senses;
  return [
    ...(first ? [first] : []),
    () => model.text,
    () => model.text.prepare(),
    () => model.text.fingerprint(text),
    ...others,
    () => model.text.keywords(text),
    () => model.text.fingerprint(more.join("\n")),
    () => model.text.slices(more.slice(0, 2).join("\n\n")),
  ];
}

/**
 * What long calls need. Contexts are asked for on every screen, so each thread learns them as soon as it is there, and only then
 * the first is taken up with the languages for more than a second; calls that tell languages go to it.
 */
function piecesThere({ engine, pool }: Warmed, texts: readonly string[]): Piece[] {
  if (pool.threads < 2) return [() => pool.ready()];
  const call = (name: Name, args: unknown, usesLanguages = true) =>
    pool.run("args", { name, args }, { usesLanguages });
  const { retina } = engine.model(engine.names[0]);
  const contexts = (rank: number) => {
    const term = retina.term(Math.min(rank, retina.termCount - 1));
    return call("terms.contexts", { term }, false);
  };
  const onEach = (rank: number) => () =>
    Promise.all(Array.from({ length: pool.threads }, (_, thread) => contexts(rank + thread)));
  const [first = 0, ...others] = USUAL_TERMS.slice(0, ROUNDS_THERE);
  const positive = texts.slice(0, EXAMPLES);
  const negative = texts.slice(EXAMPLES);
  return [
    () => contexts(first),
    () => pool.ready(),
    ...others.map(onEach),
    () => call("text.language", { text: texts[0] ?? "" }),
    () => call("app.filterReport", { name: "first", positive, negative }),
  ];
}

/** The code of contexts runs at its full speed from the third time on. */
const ROUNDS_THERE = 4;
