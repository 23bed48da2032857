import fc from "fast-check";
import { expect, test } from "vitest";
import {
  distinctNames,
  imageName,
  unknownParts,
} from "../../../../../renderer/features/export/model/image-name.ts";

const parts = { label: "jaguar − car", retina: "en", cells: 310, size: 8, date: "2026-01-02" };

test("a template is filled, and its ending follows the format", () => {
  expect(imageName("{label}-{retina}-{cells}.png", parts, "png")).toBe("jaguar - car-en-310.png");
  expect(imageName("{label}-{retina}-{cells}.png", parts, "svg")).toBe("jaguar - car-en-310.svg");
  expect(imageName("{date} {size}px", parts, "png")).toBe("2026-01-02 8px.png");
});

test("an unknown placeholder stays and is named", () => {
  expect(imageName("{label} {foo}", parts, "png")).toBe("jaguar - car {foo}.png");
  expect(unknownParts("{label} {foo} {}")).toEqual(["{foo}", "{}"]);
});

test("a label that no disk takes becomes one that every disk takes", () => {
  expect(imageName("{label}", { ...parts, label: 'a/b:"c"?' }, "png")).toBe("a-b--c--.png");
  expect(imageName("", parts, "svg")).toBe("semascope.svg");
});

test("names are told apart by number, whatever their case, and keep their order", () => {
  expect(distinctNames(["a.png", "A.png", "b.png", "a.png"])).toEqual([
    "a.png",
    "A (2).png",
    "b.png",
    "a (3).png",
  ]);
  const name = fc.constantFrom("a.png", "A.png", "a (2).png", "b.png");
  fc.assert(
    fc.property(fc.array(name, { maxLength: 12 }), (names) => {
      const distinct = distinctNames(names).map((each) => each.toLowerCase());
      expect(new Set(distinct).size).toBe(names.length);
    }),
  );
});
