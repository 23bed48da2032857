import { NEVER_CANCELLED } from "../../../core/cancellation.ts";
import { NO_POSITIONS } from "../../../core/fingerprint/positions.ts";
import { shippedSentences } from "../../../core/node/commands/fit-sentences.ts";
import { openReader } from "../../../core/node/reader/open-reader.ts";
import { readersFolder } from "../../../core/node/reader/reader-files.ts";
import { openEncoder } from "../../../core/node/teacher/encoder.ts";
import { findTeacherFiles } from "../../../core/node/teacher/teacher-files.ts";
import { median } from "../../support/statistics.ts";

const SENTENCES = 96;
const ROUNDS = 7;
/** Until the runtime is compiled for good. */
const WARM_UP = 3;

/**
 * Milliseconds of the processor that a sentence takes by the bare encoder and by a reader of the user's, in turn on the same ones.
 * @throws bad-input where there is no such reader or it cannot be used
 */
export async function measureReader(name: string): Promise<string> {
  const reader = await openReader(readersFolder(), name, 1);
  const encoder = await openEncoder(await findTeacherFiles(reader.header.encoder.folder), []);
  const search = { most: SENTENCES, field: undefined, signal: NEVER_CANCELLED, report: () => {} };
  const { sentences } = await shippedSentences(search);
  const words = sentences.map(() => NO_POSITIONS);
  const times: { readonly bare: number; readonly read: number }[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const bare = await processorTime(async () => {
      for (const sentence of sentences) await encoder.encode([sentence]);
    });
    const read = await processorTime(() => reader.read({ texts: sentences, words }));
    if (round >= 0) times.push({ bare, read });
  }
  await reader.close();
  const each = (part: "bare" | "read") =>
    (median(times.map((time) => time[part])) / sentences.length).toFixed(2);
  const share = median(times.map(({ bare, read }) => bare / read));
  return `${name}: ${each("bare")} ms of the processor a sentence by the bare encoder, ${each("read")} by the reader; ${(100 * share).toFixed(1)}% of its rate (median of ${ROUNDS} rounds in turn, ${sentences.length} sentences)\n`;
}

/** Of all threads, in milliseconds. */
async function processorTime(run: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
