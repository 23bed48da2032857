import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  type Example,
  type Filter,
  isFilter,
} from "../../../../core/workspace/filters/filter-model.ts";
import {
  differenceOf,
  goBack,
  versionsOf,
  wayBack,
} from "../../../../renderer/model/filters/filter-versions.ts";
import {
  makeExample,
  makeFilter,
  withChange,
} from "../../../../renderer/model/filters/make-filter.ts";

/** What a person does to a filter: adds, removes, edits, mutes, moves the threshold. */
const anyStep = fc.record({
  kind: fc.constantFrom("add", "remove", "edit", "mute", "threshold", "rename", "take"),
  place: fc.nat(),
  word: fc.constantFrom("bread", "law", "rain"),
});
type Step = typeof anyStep extends fc.Arbitrary<infer Value> ? Value : never;

function take(filter: Filter, { kind, place, word }: Step): Filter {
  const { examples } = filter;
  const at = examples.length === 0 ? 0 : place % examples.length;
  const change = (edit: (before: Example) => Example) => ({
    ...filter,
    examples: examples.map((example, index) => (index === at ? edit(example) : example)),
  });
  switch (kind) {
    case "add":
      return { ...filter, examples: [...examples, makeExample(word, "positive")] };
    case "remove":
      return { ...filter, examples: examples.toSpliced(at, 1) };
    case "edit":
      return change((before) => ({ ...before, text: `${before.text} ${word}` }));
    case "mute":
      return change((before) => ({ ...before, isMuted: !before.isMuted }));
    case "threshold":
      return { ...filter, threshold: place / 2 ** 32 };
    case "rename":
      return { ...filter, name: word };
    case "take": {
      const cells = [place % 128, 300];
      const edit = { id: word, kind: "take" as const, cells, name: word, retina: RETINA };
      return { ...filter, edits: [...(filter.edits ?? []), edit] };
    }
  }
}

const RETINA = { name: "en", checksum: "c" };

const ADD: Step = { kind: "add", place: 0, word: "rain" };

const contentOf = ({
  examples,
  threshold,
  goal,
  edits = [],
}: Pick<Filter, "examples" | "threshold" | "goal" | "edits">) => ({
  examples,
  threshold,
  goal,
  edits,
});

beforeEach(() => vi.useFakeTimers({ now: 0 }));
afterEach(() => vi.useRealTimers());

describe("versions of a filter", () => {
  it("lead back to exactly what was, however much was done at once", () => {
    fc.assert(
      fc.property(fc.array(anyStep), fc.array(anyStep), (first, second) => {
        const before = first.reduce(take, makeFilter("f"));
        const after = second.reduce(take, before);
        expect(contentOf(goBack(after, wayBack(after, before)))).toEqual(contentOf(before));
      }),
    );
  });

  it("are two when the same is done again later", () => {
    const one = withChange(makeFilter("f"), "Mute", (f) => take(f, ADD));
    vi.setSystemTime(5000);
    const two = withChange(one, "Mute", (f) => take(f, ADD));
    expect(versionsOf(two).map(({ examples }) => examples.length)).toEqual([2, 1, 0]);
  });

  it("are all there, the latest first, with what is done again at once counted once", () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 12 }), (steps) => {
        const states = [makeFilter("f")];
        const labels = ["Create"];
        for (const step of steps) {
          const before = states.at(-1)!;
          const after = withChange(before, step.kind, (given) => take(given, step));
          if (labels.at(-1) === step.kind) states.pop();
          else labels.push(step.kind);
          states.push(after);
        }
        const versions = versionsOf(states.at(-1)!);
        expect(versions.map(({ what }) => what)).toEqual(labels.toReversed());
        expect(versions.map(contentOf)).toEqual(states.map(contentOf).toReversed());
        expect(isFilter(JSON.parse(JSON.stringify(states.at(-1))))).toBe(true);
      }),
    );
  });

  it("say what came, went and changed", () => {
    const [kept, gone, edited] = ["a", "b", "c"].map((text) => makeExample(text, "positive"));
    const then = makeFilter("f", [kept!, gone!, edited!]);
    const now = {
      ...then,
      examples: [kept!, { ...edited!, side: "negative" as const }, makeExample("d", "positive")],
      threshold: 0.4,
    };
    expect(differenceOf(then, now)).toEqual({
      areCellsOther: false,
      added: 1,
      removed: 1,
      changed: 1,
      isThresholdOther: true,
    });
  });

  it("end where a file came from, which tells nothing of what was before", () => {
    const filter = { ...makeFilter("f"), history: [{ at: "2026-01-01", what: "Import" }] };
    const changed = withChange(filter, "Move the threshold", (f) => ({ ...f, threshold: 0.3 }));
    expect(versionsOf(changed).map(({ what, threshold }) => [what, threshold])).toEqual([
      ["Move the threshold", 0.3],
      ["Import", null],
    ]);
  });
});
