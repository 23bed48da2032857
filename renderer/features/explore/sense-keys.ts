import { type Action, useActions } from "../../state/actions.ts";

/** T takes a sense away and O keeps only it; the letter after it is the one at the sense. In a box both take Shift. */
export const SENSE_KEYS = { sub: "t", and: "o" } as const;

type SenseOperator = keyof typeof SENSE_KEYS;

const TITLES: Readonly<Record<SenseOperator, string>> = {
  sub: "Subtract the sense",
  and: "Keep only the sense",
};

const idOf = (operator: SenseOperator, letter: string) => `build.sense ${operator} ${letter}`;

/** The action of a letter; its id does not name the sense, so that a key of one's own stays with the letter. */
export function senseAction(
  operator: SenseOperator,
  letter: string,
  rest: Pick<Action, "run"> & { readonly label: string; readonly disabledBecause?: string },
): Action {
  const { label, ...others } = rest;
  return {
    id: idOf(operator, letter),
    title: `${TITLES[operator]} ${label}`,
    group: "Explore",
    keys: `${SENSE_KEYS[operator]} ${letter.toLowerCase()}`,
    ...others,
  };
}

/** In a box letters begin a word; held with Shift, alone in the box, they are the keys as they stand beside the senses. */
export function takeSenseKey(
  typed: string,
  { key, shiftKey }: Pick<KeyboardEvent, "key" | "shiftKey">,
): boolean {
  const operator = OPERATORS.find((each) => SENSE_KEYS[each].toUpperCase() === typed);
  if (!shiftKey || operator === undefined) return false;
  const { actions } = useActions.getState();
  const action = actions.findLast(({ id }) => id === idOf(operator, key));
  if (action === undefined || action.disabledBecause) return false;
  action.run();
  return true;
}

const OPERATORS = ["sub", "and"] as const;

/** Stand-ins for the sheet of keys while there is no sense to take away. */
export const NO_SENSES: readonly Action[] = OPERATORS.map((operator) =>
  senseAction(operator, "A", {
    label: "A; another by its own letter",
    disabledBecause: "look at something with two senses in Explore first",
    run: () => undefined,
  }),
);
