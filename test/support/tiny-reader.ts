import path from "node:path";
import { NEVER_CANCELLED } from "../../core/cancellation.ts";
import { fitEncoder } from "../../core/node/reader/fit-encoder.ts";
import { findTeacherFiles } from "../../core/node/teacher/teacher-files.ts";
import type { Retina } from "../../core/retina/types.ts";
import { createTextEngine } from "../../core/text/engine.ts";
import { openTagger } from "../../core/text/tagger.ts";
import { writeTinyEncoder } from "./tiny-encoder.ts";

/** Words by subject. */
const SUBJECTS = [
  ["guitar", "song", "music"],
  ["banana", "pear", "fruit"],
  ["car", "wheel", "engine"],
  ["money", "pay", "company"],
  ["cat", "lion", "animal"],
];
/** Words that the encoder knows and the tiny retina does not. */
const GERMAN: Readonly<Record<string, string>> = { gitarre: "guitar", birne: "pear" };
/** "one" is read to try the encoder. */
const WORDS = [...SUBJECTS.flat(), ...Object.keys(GERMAN), "one"];

/** A thousand, of one subject each. */
export const TINY_SENTENCES = Array.from({ length: 1000 }, (_, i) => {
  const words = SUBJECTS[i % SUBJECTS.length]!;
  return [0, 1, 2].map((k) => words[(i * 7 + k * (1 + (i % 4))) % words.length]).join(" ");
});

/** An encoder whose vectors tell the subjects of texts apart. */
export const writeSubjectEncoder = (folder: string): void =>
  writeTinyEncoder(folder, WORDS, {
    vectorOf: (word) => {
      const subject = SUBJECTS.findIndex((words) => words.includes(GERMAN[word] ?? word));
      return Array.from({ length: 8 }, (_, i) =>
        i === subject ? 1 : 0.1 * ((word.length + i) % 3),
      );
    },
  });

/** A reader of that encoder, on the map of a tiny retina. */
export async function fitTinyReader(
  folder: string,
  retina: Retina,
  { threads = 1, readings = "readings", sentences = TINY_SENTENCES } = {},
) {
  const engine = createTextEngine(retina, { tagger: await openTagger() });
  return fitEncoder(
    {
      files: await findTeacherFiles(folder),
      retina,
      engine,
      sentences,
      from: "a test",
      readings: path.join(folder, readings),
      threads,
    },
    { signal: NEVER_CANCELLED, report: () => {} },
  );
}
