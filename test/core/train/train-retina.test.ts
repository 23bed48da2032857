import { describe, expect, it } from "vitest";
import { ApiError } from "../../../core/errors.ts";
import { faultOf } from "../../../core/retina/retina-data.ts";
import { writeRetina } from "../../../core/retina/write-retina.ts";
import type { TrainProgress } from "../../../core/train/run/progress.ts";
import type { TrainedRetina } from "../../../core/train/train-retina.ts";
import {
  InlineRunner,
  overlap,
  sourceOf,
  topicWords,
  trainTopics,
} from "../../support/train-support.ts";

/** One training without changes, shared by the tests that only look at it. */
let shared: Promise<TrainedRetina> | undefined;
function plain(): Promise<TrainedRetina> {
  shared ??= trainTopics();
  return shared;
}

describe("training a retina", () => {
  it("makes data that keep every rule of a retina, and words of a topic share more than others", async () => {
    const { data } = await plain();
    expect(faultOf(data)).toBe("");
    const idOf = new Map(data.terms.map((term, id) => [term, id]));
    const codeOf = (word: string) => {
      const id = idOf.get(word) ?? -1;
      return data.positions.subarray(data.offsets[id]!, data.offsets[id + 1]!);
    };
    const mean = (pairs: [string, string][]) =>
      pairs.reduce((sum, [a, b]) => sum + overlap(codeOf(a), codeOf(b)), 0) / pairs.length;
    const [first, second] = [topicWords(1).slice(0, 10), topicWords(2).slice(0, 10)];
    const within = first.flatMap((a, i) => first.slice(0, i).map((b): [string, string] => [a, b]));
    const between = first.flatMap((a) => second.map((b): [string, string] => [a, b]));
    expect(mean(within)).toBeGreaterThan(3 * mean(between));
    expect(data.card.quality["neighbour lift"]).toBeGreaterThan(2);
  }, 120_000);

  it("gives the same bytes however the work is shared out", async () => {
    const bytes = async (training: Promise<TrainedRetina>) =>
      Buffer.from(writeRetina((await training).data)).toString("base64");
    const shuffled = trainTopics({ runner: new InlineRunner(5) });
    expect(await bytes(shuffled)).toBe(await bytes(plain()));
  }, 240_000);

  it("reports rising progress and ends soon after it is cancelled", async () => {
    const seen: TrainProgress[] = [];
    let aborted = false;
    const signal = {
      get aborted() {
        return aborted;
      },
    };
    const onProgress = (progress: TrainProgress) => {
      seen.push(progress);
      if (progress.phase === "vectors") aborted = true;
    };
    await expect(trainTopics({ signal, onProgress })).rejects.toMatchObject({ code: "cancelled" });
    const fractions = seen.map(({ fraction }) => fraction);
    expect(fractions).toEqual([...fractions].sort((a, b) => a - b));
    expect(seen.some(({ phase }) => phase === "map")).toBe(false);
  }, 60_000);

  it("refuses a corpus without words and one that is too small, with the reason", async () => {
    const refusal = (texts: string[]) =>
      trainTopics({ records: sourceOf(texts.map((text) => ({ title: "", text }))) }).catch(
        (cause: unknown) => ApiError.toData(cause),
      );
    expect(await refusal(["12 34", "..."])).toMatchObject({ code: "bad-corpus" });
    expect(await refusal([])).toMatchObject({ code: "bad-corpus" });
    expect(await refusal(["one owl sees one owl", "an owl"])).toMatchObject({
      code: "bad-corpus",
      details: { words: 7, needed: 200 },
    });
  });
});
