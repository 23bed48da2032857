import type { MessagePort } from "node:worker_threads";
import { endpoints } from "../../api/table.ts";
import { checkArgs } from "../../api/validate.ts";
import { ApiError, forbidden } from "../../errors.ts";
import { compareItems, countPairs } from "../../handlers/compare-items.ts";
import type { Engine } from "../../handlers/engine.ts";
import { scoreTexts } from "../../handlers/score-texts.ts";
import { readArguments } from "../http/read-arguments.ts";
import { flagSignal } from "../pool/stop-flag.ts";
import { CHUNK } from "./job-folder.ts";
import type { JobInput, JobMessage, JobRequest, JobThreadData, TrainRequest } from "./messages.ts";
import { trainingOptions } from "./training-options.ts";

/** Rows between two reports of progress. */
const REPORT_EVERY = 50;

/**
 * Reads and checks a job's input, says so, waits for its turn, and then sends rows in chunks. What was done
 * before a failure or a stop has been sent.
 */
export function serveJob(
  port: MessagePort,
  engine: Engine,
  { request, stop, mayTrain }: Omit<JobThreadData, "retinas">,
): void {
  const send = (message: JobMessage) => port.postMessage(message);
  let input: JobInput;
  let work: Work | null;
  try {
    input = readInput(request);
    if (input.input.kind === "train") checkTraining(input.input, mayTrain);
    work = workOf(engine, input, stop);
  } catch (cause) {
    send({ type: "refused", error: ApiError.toWire(cause) });
    port.close();
    return;
  }
  const { kind, title = kind } = input.input;
  const training = work === null ? input : null;
  port.once("message", () => {
    if (work !== null) runWork(work, send);
    port.close();
  });
  send({ type: "accepted", kind, title, total: work?.total ?? 0, training });
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

interface Work {
  readonly total: number;
  readonly rows: Generator<unknown>;
}

/** Null for training. @throws for input that cannot be worked on */
function workOf(engine: Engine, { retina_name, input }: JobInput, stop: SharedArrayBuffer) {
  const signal = flagSignal(stop);
  switch (input.kind) {
    case "train":
      return null;
    case "classify": {
      const rows = scoreTexts(engine.model(retina_name), input, signal);
      return { total: input.texts.length, rows };
    }
    case "compareBulk": {
      const total = countPairs(input.items.length, input.pairs);
      return { total, rows: compareItems(engine.model(retina_name), input, signal) };
    }
  }
}

function runWork({ rows }: Work, send: (message: JobMessage) => void): void {
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
