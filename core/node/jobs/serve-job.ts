import type { MessagePort } from "node:worker_threads";
import { compareItems, countPairs } from "../../analysis/compare-items.ts";
import { scoreTexts } from "../../analysis/score-texts.ts";
import { endpoints } from "../../api/table.ts";
import { checkArgs } from "../../api/validate.ts";
import type { Engine } from "../../engine.ts";
import { ApiError, forbidden, unknownRetina } from "../../errors.ts";
import { readArguments } from "../http/read-arguments.ts";
import { flagSignal } from "../threads/stop-flag.ts";
import { CHUNK } from "./job-folder.ts";
import type { JobInput, JobMessage, JobRequest, JobThreadData, TrainRequest } from "./messages.ts";
import { trainingOptions } from "./training-options.ts";

/** Rows between two reports of progress. */
const REPORT_EVERY = 50;

/** A job's thread: who to talk to, what to do, and what to do it with. */
export interface JobThread extends Omit<JobThreadData, "retinas"> {
  readonly port: MessagePort;
  readonly names: readonly string[];
  /** Takes a moment, so the input is checked before. */
  readonly openEngine: () => Promise<Engine>;
}

/**
 * Reads and checks a job's input, says so, waits for its turn, and then sends rows in chunks. What was done
 * before a failure or a stop has been sent.
 */
export async function serveJob({ port, request, stop, ...thread }: JobThread): Promise<void> {
  const send = (message: JobMessage) => port.postMessage(message);
  const go = new Promise<void>((resolve) => port.once("message", () => resolve()));
  try {
    const input = readInput(request);
    send(acceptance(input, thread));
    const engine = input.input.kind === "train" ? undefined : thread.openEngine();
    await go;
    if (engine !== undefined) runWork(rowsOf(await engine, input, stop), send);
  } catch (cause) {
    send({ type: "refused", error: ApiError.toWire(cause) });
  }
  port.close();
}

/** @throws for input that cannot be worked on */
function acceptance(
  input: JobInput,
  { names, mayTrain }: Pick<JobThread, "names" | "mayTrain">,
): JobMessage {
  const { retina_name, input: wish } = input;
  const { kind, title = kind } = wish;
  if (wish.kind === "train") checkTraining(wish, mayTrain);
  else if (names.length === 0 || (retina_name !== undefined && !names.includes(retina_name)))
    throw unknownRetina(retina_name ?? "", names);
  return {
    type: "accepted",
    kind,
    title,
    total: totalOf(wish),
    training: kind === "train" ? input : null,
  };
}

function totalOf(wish: JobInput["input"]): number {
  if (wish.kind === "classify") return wish.texts.length;
  return wish.kind === "compareBulk" ? countPairs(wish.items.length, wish.pairs) : 0;
}

function readInput(request: JobRequest): JobInput {
  const args =
    "args" in request
      ? request.args
      : readArguments(endpoints["app.jobStart"], request.search, request.body);
  return checkArgs("app.jobStart", args) as JobInput;
}

function checkTraining(request: TrainRequest, mayTrain: boolean): void {
  if (!mayTrain)
    throw forbidden("Training reads files, so a service that asks for no key does not offer it.");
  trainingOptions(request);
}

function rowsOf(
  engine: Engine,
  { retina_name, input }: JobInput,
  stop: SharedArrayBuffer,
): Iterable<unknown> {
  const signal = flagSignal(stop);
  const model = engine.model(retina_name);
  if (input.kind === "classify") return scoreTexts(model, input, signal);
  return input.kind === "compareBulk" ? compareItems(model, input, signal) : [];
}

function runWork(rows: Iterable<unknown>, send: (message: JobMessage) => void): void {
  let chunk: unknown[] = [];
  let done = 0;
  const flush = () => {
    if (chunk.length > 0) send({ type: "rows", rows: chunk });
    chunk = [];
  };
  try {
    for (const row of rows) {
      chunk.push(row);
      if (chunk.length === CHUNK) flush();
      if (++done % REPORT_EVERY === 0) send({ type: "progress", done });
    }
    flush();
    send({ type: "ended", error: null });
  } catch (cause) {
    flush();
    send({ type: "ended", error: ApiError.toWire(cause) });
  }
}
