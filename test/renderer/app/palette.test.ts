import { describe, expect, it } from "vitest";
import { ranked } from "../../../renderer/app/palette.tsx";

const action = (title: string, group = "Go to") => ({
  id: title,
  title,
  group,
  run: () => undefined,
});
const ALL = [
  action("Text: see what a text is about"),
  action("About Semascope", "Application"),
  action("Whole map", "Map"),
];

describe("ranked", () => {
  it("puts names that begin with what was typed first", () => {
    expect(ranked(ALL, "about").map(({ title }) => title)).toEqual([
      "About Semascope",
      "Text: see what a text is about",
    ]);
  });

  it("puts the typed word of the retina after names that begin so, and other words after names that hold it", () => {
    const words = [action("about", "Word"), action("about face", "Word")];
    expect(ranked(ALL, "about", words).map(({ title }) => title)).toEqual([
      "About Semascope",
      "about",
      "Text: see what a text is about",
      "about face",
    ]);
    expect(ranked(ALL, "zebra", words)).toEqual(words);
  });

  it("puts places of the map after what can be done", () => {
    const places = [
      action("differences", "Place"),
      action("Show how two parts differ", "Collection"),
    ];
    expect(ranked(places.toReversed(), "differ").map(({ title }) => title)).toEqual([
      "Show how two parts differ",
      "differences",
    ]);
  });

  it("finds words in any order, also in the group, and lists all for nothing typed", () => {
    expect(ranked(ALL, "map whole").map(({ title }) => title)).toEqual(["Whole map"]);
    expect(ranked(ALL, "app sema").map(({ title }) => title)).toEqual(["About Semascope"]);
    expect(ranked(ALL, " ")).toEqual(ALL);
    expect(ranked(ALL, "zebra")).toEqual([]);
  });
});
