import { NEVER_CANCELLED } from "../../../core/cancellation.ts";
import { openTeacher } from "../../../core/node/teacher/open-teacher.ts";
import { READING_SCALE } from "../../../core/train/teacher/teacher.ts";
import { type BenchmarkData, SENTENCE_SETS } from "./benchmark-data.ts";

/** What a sentence encoder itself makes of the texts of the bench, for comparison. */
export type TeacherVectors = ReadonlyMap<string, Float64Array>;

/** Reads the sentences and texts of some parts of the bench with the encoder in a folder; minutes. @throws bad-input */
export async function readWithTeacher(
  folder: string,
  readings: string,
  {
    data,
    isWanted,
  }: { readonly data: BenchmarkData; readonly isWanted: (part: string) => boolean },
): Promise<TeacherVectors> {
  const pairs = SENTENCE_SETS.flatMap((set) => data.pairs(`sentences/${set}.tsv`) ?? []);
  const sentences = pairs.flatMap(({ left, right }) => [left, right]);
  const texts = isWanted("categories") ? (data.labelled() ?? []).map(({ text }) => text) : [];
  const all = [...new Set([...sentences, ...texts])];
  const teacher = await openTeacher({ folder, readings }, { sample: all.slice(0, 8), threads: 2 });
  try {
    const { dimensions, values } = await teacher.read(all, {
      signal: NEVER_CANCELLED,
      report: () => undefined,
    });
    const row = (i: number) =>
      Float64Array.from(
        values.subarray(i * dimensions, (i + 1) * dimensions),
        (value) => value / READING_SCALE,
      );
    return new Map(all.map((text, i) => [text, row(i)]));
  } finally {
    await teacher.close();
  }
}
