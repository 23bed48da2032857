import { expect, test } from "vitest";
import { makeEngine } from "../../../../core/node/engine/make-engine.ts";
import { createTextEngine } from "../../../../core/text/engine.ts";
import { tinyRetina } from "../../../support/tiny-retina.ts";

test("what stays open keeps what reads its texts, and what does not is asked for in vain", () => {
  const made: string[] = [];
  const [one, two] = [tinyRetina({ name: "one" }), tinyRetina({ name: "two" })];
  const engine = makeEngine({
    retinas: [one],
    textEngine: (of) => {
      made.push(of.name);
      return createTextEngine(of, { tagger: undefined as never });
    },
    language: () => () => ({ language: "en" }) as never,
  });
  const read = (name: string) => engine.model(name).text.fingerprint("apple");
  const before = read("one");
  engine.take({ retinas: [two, one] });
  expect([read("one"), read("two")]).toEqual([before, before]);
  expect(made).toEqual(["one", "two"]);
  expect(engine.names).toEqual(["one", "two"]);
  engine.take({ retinas: [two] });
  expect(engine.isOpen("one")).toBe(false);
  expect(() => read("one")).toThrow(/one/);
});
