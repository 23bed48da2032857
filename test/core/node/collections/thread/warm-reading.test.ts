import { expect, it } from "vitest";
import type { Engine } from "../../../../../core/analysis/engine.ts";
import type { CollectionInfo } from "../../../../../core/collection/port/store.ts";
import { warmReading } from "../../../../../core/node/collections/thread/warm-reading.ts";

function watchedEngine() {
  const done: string[] = [];
  const model = (name: string) => {
    const text = {
      prepare: () => done.push(`${name}: letters`),
      syntheticNegatives: ([made = ""]: readonly string[]) =>
        done.push(`${name}: ordinary texts of ${made.split(" ").length} words`),
    };
    return { retina: { termCount: 500, term: (id: number) => `word${id}` }, text };
  };
  const engine = { names: ["first", "second", "third"], model } as unknown as Engine;
  return { done, engine };
}

const collectionOf = (retina: string) => ({ retina: { name: retina } }) as CollectionInfo;

it("makes ready the retinas that collections were read with, one piece after each pause", async () => {
  const { done, engine } = watchedEngine();
  const pauses: number[] = [];
  const list = async () => [collectionOf("second"), collectionOf("gone"), collectionOf("second")];
  await warmReading(engine, list, async () => pauses.push(done.length));
  expect(done).toEqual(["second: letters", "second: ordinary texts of 60 words"]);
  expect(pauses).toEqual([0, 0, 1]);
});

it("makes nothing where there is no collection", async () => {
  const { done, engine } = watchedEngine();
  await warmReading(
    engine,
    async () => [],
    async () => undefined,
  );
  expect(done).toEqual([]);
});
