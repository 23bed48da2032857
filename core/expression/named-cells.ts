import type { Positions } from "../kernel/grid.ts";
import { type ProblemList, remove, replace, shown } from "./problems.ts";
import type { Token } from "./scan.ts";
import { quote } from "./words.ts";

/** Lists of cells that a line may write by a name, `["sense car"]`, instead of number by number. */
export interface NamedCells {
  /** The cells that a name means; `undefined` for a name that is not known. */
  readonly cellsOf: (name: string) => Positions | undefined;
  /** Names to offer where another was meant. */
  readonly names: readonly string[];
}

export const NO_NAMED_CELLS: NamedCells = { cellsOf: () => undefined, names: [] };

const MOST_OFFERED = 3;

/** A list of cells by its name, as the line writes it. */
export const printCellsName = (name: string): string => `[${quote(name)}]`;

/** Puts the cells in the place of their names; an unknown name is reported. */
export function lookUpCells(
  tokens: readonly Token[],
  problems: ProblemList,
  { cellsOf, names }: NamedCells,
): Token[] {
  return tokens.map((token) => {
    if (token.kind !== "leaf" || token.cellsName === undefined) return token;
    const positions = cellsOf(token.cellsName);
    if (positions !== undefined && positions.length > 0)
      return { ...token, node: { kind: "positions", positions } };
    problems.report(token, `No list of cells is called ${shown(token.cellsName)} here.`, [
      ...names
        .slice(0, MOST_OFFERED)
        .map((name) => replace(`Take ${shown(name)}`, token, printCellsName(name))),
      remove("it", token),
    ]);
    return token;
  });
}
