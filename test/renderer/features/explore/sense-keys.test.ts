import { afterEach, expect, it } from "vitest";
import { senseAction, takeSenseKey } from "../../../../renderer/features/explore/sense-keys.ts";
import { registerActions } from "../../../../renderer/state/actions.ts";

let forget = (): void => undefined;

afterEach(() => forget());

/** What was done while these senses, by their letters, could be subtracted or kept. */
function withSenses(letters: readonly string[]): string[] {
  const done: string[] = [];
  forget = registerActions(
    letters.flatMap((letter) =>
      (["sub", "and"] as const).map((operator) =>
        senseAction(operator, letter, { label: letter, run: () => done.push(operator + letter) }),
      ),
    ),
  );
  return done;
}

const held = (key: string) => ({ key, shiftKey: true });

it("T and O with the letter of a sense, held with Shift, do in a box what they do outside", () => {
  const done = withSenses(["A", "B"]);
  expect(takeSenseKey("T", held("A"))).toBe(true);
  expect(takeSenseKey("O", held("B"))).toBe(true);
  expect(done).toEqual(["subA", "andB"]);
});

it("every other beginning is a word: small letters, a caps lock, a sense that is not there, a box with more in it", () => {
  const done = withSenses(["A", "B"]);
  for (const [typed, key, shiftKey] of [
    ["t", "a", false],
    ["T", "A", false],
    ["T", "C", true],
    ["", "T", true],
    ["NOT", "A", true],
    ["X", "A", true],
  ] as const)
    expect(takeSenseKey(typed, { key, shiftKey }), typed + key).toBe(false);
  expect(done).toEqual([]);
});
