import type { ExpressionJson } from "../../../../core/api/schema/json-value.ts";
import type { ReportSection } from "../../../model/export-source.ts";
import { formatCount, formatShare, plural } from "../../../model/format.ts";

/** Which of some sets: bit `i` stands for set `i`. */
export type Members = number;

export interface Combination {
  readonly members: Members;
  /** Ascending. */
  readonly positions: readonly number[];
}

type Cells = Iterable<number>;

export const has = (members: Members, index: number): boolean => ((members >> index) & 1) === 1;

/** Indices of the sets in a combination, ascending. */
export const indicesOf = (members: Members): number[] =>
  Array.from({ length: 32 - Math.clz32(members) }, (_, index) => index).filter((index) =>
    has(members, index),
  );

/** For each cell that is set, which sets hold it. */
export function membersByCell(sets: readonly Cells[]): ReadonlyMap<number, Members> {
  const members = new Map<number, Members>();
  sets.forEach((set, index) => {
    for (const position of set) members.set(position, (members.get(position) ?? 0) | (1 << index));
  });
  return members;
}

/** Every combination that some cell has, the largest first; together they divide the union. */
export const combinationsOf = (sets: readonly Cells[]): Combination[] =>
  [...groupsOf(membersByCell(sets))]
    .map(([members, positions]) => ({ members, positions: positions.sort((a, b) => a - b) }))
    .sort((a, b) => b.positions.length - a.positions.length || a.members - b.members);

function groupsOf(byCell: ReadonlyMap<number, Members>): Map<Members, number[]> {
  const groups = new Map<Members, number[]>();
  for (const [position, members] of byCell) {
    const group = groups.get(members);
    if (group) group.push(position);
    else groups.set(members, [position]);
  }
  return groups;
}

/** The expression that gives the cells of a combination. */
export function expressionFor(
  members: Members,
  sources: readonly ExpressionJson[],
): ExpressionJson {
  const inside = sources.filter((_, index) => has(members, index));
  const outside = sources.filter((_, index) => !has(members, index));
  const common: ExpressionJson = inside.length === 1 ? inside[0]! : { and: inside };
  return outside.length === 0 ? common : { sub: [common, ...outside] };
}

/** "In A violin and B guitar, and in none of the other 2." */
export function sentenceFor(members: Members, names: readonly string[]): string {
  const inside = names.filter((_, index) => has(members, index));
  const others = names.length - inside.length;
  const where = inside.length === 1 ? `In ${inside[0]}` : `In ${listed(inside)} at once`;
  if (others === 0) return `${where}, so in all ${names.length}.`;
  const rest = others === 1 ? "the other one" : `the other ${others}`;
  return others === 1 ? `${where}, and not in ${rest}.` : `${where}, and in none of ${rest}.`;
}

const listed = (names: readonly string[]): string =>
  `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

const MOST = 8;

/** What some fingerprints have in common, and what each has alone, in words; `sets` are their positions. */
export function combinationsExplained(
  labels: readonly string[],
  sets: readonly (readonly number[])[],
): readonly ReportSection[] {
  const exact = combinationsOf(sets);
  const union = new Set(sets.flat()).size;
  const all = exact.find(({ members }) => indicesOf(members).length === sets.length);
  const inAll = all?.positions.length ?? 0;
  const share = (count: number) =>
    `${plural(count, "cell")}, ${formatShare(union === 0 ? 0 : count / union)}`;
  const lines = exact.slice(0, MOST).map(({ members, positions }) => {
    const names = indicesOf(members).map((index) => labels[index] ?? "");
    return `${names.length === 1 ? "Only " : ""}${names.join(" and ")}: ${share(positions.length)}`;
  });
  const rest = exact.length - lines.length;
  return [
    {
      title: "What they have in common",
      lead:
        inAll === 0
          ? `No cell is in all ${formatCount(sets.length)}`
          : `${plural(inAll, "cell")} of ${formatCount(union)} ${inAll === 1 ? "is" : "are"} in all ${formatCount(sets.length)}`,
      lines: [...lines, ...(rest > 0 ? [`and ${plural(rest, "combination")} more`] : [])],
    },
  ];
}
