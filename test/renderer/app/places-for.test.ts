import { describe, expect, it } from "vitest";
import { placesFor } from "../../../renderer/app/places.tsx";

const region = (name: string, level: number) => ({
  id: name,
  level,
  name,
  x: 0,
  y: 0,
  size: 10,
});
const cells: Readonly<Record<string, readonly number[]>> = {
  music: [1, 2, 3],
  birds: [4, 5],
  "bird song": [1],
  song: [2],
};
const atlas = {
  regions: [region("music", 0), region("birds", 1), region("bird song", 3), region("song", 2)],
  cellsOf: (id: string) => cells[id] ?? [],
};
const found = (sought: string, set: readonly number[] = []) =>
  placesFor(atlas, { sought, set: new Set(set) }).map(({ region: { name }, inside }) => [
    name,
    inside,
  ]);

describe("places on the map", () => {
  it("are the widest before anything is typed, those with most set cells first", () => {
    expect(found("")).toEqual([
      ["music", 0],
      ["birds", 0],
    ]);
    expect(found("", [4, 5, 1])).toEqual([
      ["birds", 2],
      ["music", 1],
    ]);
  });

  it("are found at every level, names that begin so before others", () => {
    expect(found(" Song ")).toEqual([
      ["song", 0],
      ["bird song", 0],
    ]);
    expect(found("nothing")).toEqual([]);
  });
});
