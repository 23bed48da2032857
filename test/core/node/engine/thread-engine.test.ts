import { expect, test } from "vitest";
import { makeEngine } from "../../../../core/node/engine/make-engine.ts";
import { createTextEngine } from "../../../../core/text/engine.ts";
import { tinyRetina } from "../../../support/tiny-retina.ts";

test("what stays open keeps what reads its texts, and what does not is asked for in vain", async () => {
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
  const read = async (name: string) => (await engine.model(name)).text.fingerprint("apple");
  const before = await read("one");
  engine.take({ retinas: [two, one] });
  expect([await read("one"), await read("two")]).toEqual([before, before]);
  expect(made).toEqual(["one", "two"]);
  expect(engine.names).toEqual(["one", "two"]);
  engine.take({ retinas: [two] });
  await expect(read("one")).rejects.toThrow(/one/);
});
