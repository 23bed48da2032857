import type { ExpressionJson } from "../../core/api/json-value.ts";
import { CELLS } from "../../core/kernel/grid.ts";
import { isRecord, isText } from "./guards.ts";

/** The map a fingerprint was made with; only fingerprints of one retina can be mixed. */
export interface RetinaStamp {
  readonly name: string;
  /** Digest of the retina's contents; empty where the host did not tell. */
  readonly checksum: string;
}

/** The one object that every view accepts by click, drag and paste. */
export interface Fingerprint {
  readonly id: string;
  readonly label: string;
  readonly source: ExpressionJson;
  /** Ascending and unique, 0..16383. */
  readonly positions: readonly number[];
  readonly retina: RetinaStamp;
  /** ISO time. */
  readonly created: string;
}

export const densityOf = (positions: { readonly length: number }): number =>
  positions.length / CELLS;

export function makeFingerprint(given: Omit<Fingerprint, "id" | "created">): Fingerprint {
  return { ...given, id: newId(), created: new Date().toISOString() };
}

/** Unique within and between workspaces. */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");

export function isFingerprint(value: unknown): value is Fingerprint {
  return (
    isRecord(value) &&
    isText(value.id) &&
    isText(value.label) &&
    isRecord(value.source) &&
    isPositions(value.positions) &&
    isRecord(value.retina) &&
    isText(value.retina.name) &&
    isText(value.retina.checksum) &&
    isText(value.created)
  );
}

/** Ascending, unique whole numbers 0..16383. */
export function isPositions(value: unknown): value is readonly number[] {
  if (!Array.isArray(value)) return false;
  let last = -1;
  return value.every((position: unknown) => {
    const isNext =
      typeof position === "number" &&
      Number.isInteger(position) &&
      position > last &&
      position < CELLS;
    last = Number(position);
    return isNext;
  });
}

/** A few words for an expression: "jaguar − car", "“The river rose…”", "12 cells". */
export function labelOf(expression: ExpressionJson, longest = 60): string {
  const text = labelWhole(expression, false);
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

/** The operators between operands in a label. */
export const SIGNS = { and: " & ", or: " + ", sub: " − ", xor: " ^ " } as const;

function labelWhole(expression: ExpressionJson, isInner: boolean): string {
  if ("term" in expression) return expression.term;
  if ("text" in expression) return `“${expression.text.replace(/\s+/g, " ").slice(0, 40)}”`;
  if ("positions" in expression) return `${expression.positions.length} cells`;
  for (const name of ["and", "or", "sub", "xor"] as const) {
    const operands = (expression as Record<string, readonly ExpressionJson[] | undefined>)[name];
    if (!operands) continue;
    const joined = operands.map((operand) => labelWhole(operand, true)).join(SIGNS[name]);
    return isInner && operands.length > 1 ? `(${joined})` : joined;
  }
  return labelReference(expression);
}

/** Operands that only the application knows: "@big cats", "#3", "region Finance". */
function labelReference(expression: object): string {
  const [kind, name] = Object.entries(expression).find(([key]) => key in REFERENCES) ?? [];
  return kind === undefined ? "" : `${REFERENCES[kind]}${String(name)}`;
}
const REFERENCES: Readonly<Record<string, string>> = {
  saved: "@",
  history: "#",
  region: "region ",
  filter: "filter ",
};
