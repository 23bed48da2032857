import { normalise } from "../fingerprint/positions.ts";
import { CELLS } from "../kernel/grid.ts";
import type { PositionsLeaf } from "./ast.ts";
import { insertAt, type ProblemList, remove, replace, type Span, shown } from "./problems.ts";
import { isQuote, nonBlank, scanQuoted } from "./scan-quoted.ts";

interface PositionsToken extends Span {
  readonly kind: "leaf";
  readonly node: PositionsLeaf | undefined;
  readonly cellsName?: string;
}

const SPACE = /\s*/y;
const BETWEEN = /[\s,;]*/y;
const CLOSED = /[^()[\]"“”]*\]/y;
const NUMBERS_ONLY = /[\d\s,;−–—-]*/y;
const ITEM = /(\d+)(?:\s*[-−–—]\s*(\d+))?(?![^\s,;])|[^\s,;]+/y;

/** Reads `[0, 4, 10-40]`: numbers and ranges, both ends included, in any order; or `["name"]`. */
export function scanPositions(line: string, start: number, problems: ProblemList): PositionsToken {
  const quoteAt = start + 1 + (matchAt(SPACE, line, start + 1)?.length ?? 0);
  if (isQuote(line[quoteAt])) return scanNamed(line, { start, end: quoteAt }, problems);
  const closed = matchAt(CLOSED, line, start + 1);
  const inner = closed?.slice(0, -1) ?? matchAt(NUMBERS_ONLY, line, start + 1)?.trimEnd() ?? "";
  const end = start + 1 + (closed ?? inner).length;
  if (closed === undefined)
    problems.report({ start, end }, "The list of positions is not closed.", [
      insertAt("Close the list", end, "]"),
    ]);
  const cells = readItems(line, { start: start + 1, end: start + 1 + inner.length }, problems);
  if (cells.size > 0) {
    const node = { kind: "positions", positions: normalise(Uint16Array.from(cells)) } as const;
    return { kind: "leaf", node, start, end };
  }
  if (inner.trim() === "" && closed !== undefined)
    problems.report({ start, end }, "The list of positions is empty.", [
      remove("the list", { start, end }),
    ]);
  return { kind: "leaf", node: undefined, start, end };
}

/** `["sense car"]`: a list of cells that has a name here; `end` of the span is where the quote begins. */
function scanNamed(line: string, { start, end: quoteAt }: Span, problems: ProblemList) {
  const { value, end: afterQuote } = scanQuoted(line, quoteAt, problems);
  const space = matchAt(SPACE, line, afterQuote)?.length ?? 0;
  const isClosed = line[afterQuote + space] === "]";
  const end = isClosed ? afterQuote + space + 1 : afterQuote;
  const span = { start, end };
  if (!isClosed && !problems.hasOpenQuote)
    problems.report(span, "The list of positions is not closed.", [
      insertAt("Close the list", end, "]"),
    ]);
  const isNamed = isClosed && nonBlank(value, span, problems);
  return {
    kind: "leaf",
    node: undefined,
    ...span,
    ...(isNamed ? { cellsName: value } : {}),
  } as const;
}

function readItems(line: string, { start, end }: Span, problems: ProblemList): Set<number> {
  const cells = new Set<number>();
  let at = start + (matchAt(BETWEEN, line, start)?.length ?? 0);
  // The pattern runs on the whole line, whose next character would hide the end of the list.
  const inner = line.slice(0, end);
  while (at < end) {
    ITEM.lastIndex = at;
    const [item = "", from, to] = ITEM.exec(inner) ?? [];
    readItem({ item, from, to }, { start: at, end: at + item.length }, { cells, problems });
    at += item.length;
    at += matchAt(BETWEEN, line, at)?.length ?? 0;
  }
  return cells;
}

interface Item {
  readonly item: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

function readItem(
  { item, from, to = from }: Item,
  span: Span,
  { cells, problems }: { cells: Set<number>; problems: ProblemList },
): void {
  const [first, last] = [Number(from), Number(to)];
  if (from === undefined || first >= CELLS || last >= CELLS) {
    const message = `${shown(item)} is no position: positions are whole numbers from 0 to ${CELLS - 1}, ranges are written 10-40.`;
    problems.report(span, message, [remove("it", span)]);
  } else if (last < first) {
    problems.report(span, `The range ${shown(item)} runs backwards.`, [
      replace("Turn it round", span, `${last}-${first}`),
    ]);
  } else {
    for (let cell = first; cell <= last; cell++) cells.add(cell);
  }
}

function matchAt(pattern: RegExp, line: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(line)?.[0];
}
