import type { Action } from "../../state/actions.ts";

/** T takes a sense away and O keeps only it; the letter after it is the one at the sense. */
export const SENSE_KEYS = { sub: "t", and: "o" } as const;

type SenseOperator = keyof typeof SENSE_KEYS;

const TITLES: Readonly<Record<SenseOperator, string>> = {
  sub: "Subtract the sense",
  and: "Keep only the sense",
};

/** The action of a letter; its id does not name the sense, so that a key of one's own stays with the letter. */
export function senseAction(
  operator: SenseOperator,
  letter: string,
  rest: Pick<Action, "run"> & { readonly label: string; readonly disabledBecause?: string },
): Action {
  const { label, ...others } = rest;
  return {
    id: `build.sense ${operator} ${letter}`,
    title: `${TITLES[operator]} ${label}`,
    group: "Explore",
    keys: `${SENSE_KEYS[operator]} ${letter.toLowerCase()}`,
    ...others,
  };
}

/** Stand-ins for the sheet of keys while there is no sense to take away. */
export const NO_SENSES: readonly Action[] = (["sub", "and"] as const).map((operator) =>
  senseAction(operator, "A", {
    label: "A; another by its own letter",
    disabledBecause: "look at something with two senses in Explore first",
    run: () => undefined,
  }),
);
