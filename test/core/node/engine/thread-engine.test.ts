import { expect, test } from "vitest";
import { makeEngine } from "../../../../core/node/engine/make-engine.ts";
import { prepareSoon } from "../../../../core/node/engine/thread-engine.ts";
import { createTextEngine } from "../../../../core/text/engine.ts";
import { tinyRetina } from "../../../support/tiny-retina.ts";

test("a thread makes its usual retina ready for texts when it has time, and reads the same afterwards", () => {
  const prepared: string[] = [];
  const tagged: string[] = [];
  const tagger = {
    sentences: (text: string) => {
      tagged.push(text);
      return [];
    },
  };
  const retina = tinyRetina();
  const engine = makeEngine({
    retinas: [retina],
    textEngine: (of) => {
      const text = createTextEngine(of, { tagger });
      return {
        ...text,
        prepare: () => {
          prepared.push(of.name);
          text.prepare();
        },
      };
    },
    language: () => () => ({ language: "en" }) as never,
  });
  const waiting: (() => void)[] = [];
  prepareSoon(engine, (work) => waiting.push(work));
  expect(prepared).toEqual([]);
  const before = engine.model(retina.name).text.fingerprint("apple applez");
  expect(tagged).toEqual([]);
  for (const work of waiting) work();
  expect(prepared).toEqual([retina.name]);
  expect(tagged).toHaveLength(1);
  expect(engine.model(retina.name).text.fingerprint("apple applez")).toEqual(before);
});

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

test("a thread without retinas has nothing to make ready", () => {
  const waiting: (() => void)[] = [];
  const model = () => {
    throw new Error("There is no retina.");
  };
  prepareSoon({ names: [], model }, (work) => waiting.push(work));
  expect(waiting).toEqual([]);
});
