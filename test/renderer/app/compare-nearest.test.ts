import { expect, it } from "vitest";
import { compareNearest } from "../../../renderer/app/retina-switch.tsx";

it("tells which terms stay, come in and go out, with their places", () => {
  expect(compareNearest(["cat", "dog", "car"], ["dog", "lynx", "cat"])).toEqual({
    stayed: ["dog", "cat"],
    entered: [{ term: "lynx", rank: 2 }],
    gone: [{ term: "car", rank: 3 }],
  });
  expect(compareNearest([], ["a"]).entered).toEqual([{ term: "a", rank: 1 }]);
});
