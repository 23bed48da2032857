import { stat } from "node:fs/promises";
import path from "node:path";
import { writeFile } from "atomically";
import { badInput, conflict } from "../../errors.ts";
import { withoutControls } from "../../text/control-characters.ts";
import type { TrainProgress } from "../../train/run/progress.ts";
import { codeOf, reasonOf } from "../config/system-error.ts";
import type { ProgressOutput, Terminal } from "./command.ts";

const LONGEST_CELL = 110;
type Member = readonly [name: string, value: unknown];

/**
 * An answer for people: values by name, then each list of objects as a table with the names of its columns.
 * @param shows paths of members, such as `rows.id`; all when left out, or where there is none of them
 */
export function printed(answer: unknown, shows = ""): string {
  const shown = only(answer, shows.split(" "));
  if (!isRecord(shown)) return listed(shown);
  const members = Object.entries(shown)
    .flatMap(flattened)
    .map(([name, value]) => [name, isNothing(value) ? "none" : value] as const);
  if (members.length === 1 && Array.isArray(members[0]?.[1])) return listed(members[0][1]);
  const isBlock = (value: unknown) => isTable(value) || /\n/.test(String(value));
  const plain = members.filter(([, value]) => !isBlock(value) && cellOf(value) !== "");
  const lines = plain.map(([name, value]) => [name, cellOf(value, Number.POSITIVE_INFINITY)]);
  const blocks = members.filter(([, value]) => isBlock(value));
  return [
    ...(lines.length === 0 ? [] : [columns(lines)]),
    ...blocks.map(([name, rows]) => `${name}:\n${listed(rows)}`),
  ].join("\n\n");
}

function only(value: unknown, shows: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((each) => only(each, shows));
  if (!isRecord(value)) return value;
  const heads = [...new Set(shows.map((each) => each.split(".")[0] ?? ""))];
  if (!heads.some((head) => head in value)) return value;
  const shown = heads.map((head) => {
    const rest = shows.filter((each) => each.startsWith(`${head}.`));
    const inside = rest.map((each) => each.slice(head.length + 1));
    return [head, inside.length === 0 ? value[head] : only(value[head], inside)];
  });
  return Object.fromEntries(shown);
}

/** An object that holds tables stands for its members. */
function flattened([name, value]: Member): Member[] {
  const inside = isRecord(value) ? Object.entries(value) : [];
  return inside.some(([, each]) => isTable(each))
    ? inside.map(([member, each]) => [`${name}.${member}`, each])
    : [[name, value]];
}

function listed(value: unknown): string {
  if (!Array.isArray(value)) return typeof value === "string" ? value : cellOf(value);
  if (isTable(value)) return table(value);
  if (isNothing(value)) return "none";
  return value.join(typeof value[0] === "number" ? " " : "\n");
}

function table(rows: readonly Readonly<Record<string, unknown>>[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const filled = names.filter((name) => rows.some((row) => cellOf(row[name]) !== ""));
  return columns([filled, ...rows.map((row) => filled.map((name) => cellOf(row[name])))]);
}

/** Numbers are aligned to the right, with their header. */
function columns(rows: readonly (readonly string[])[]): string {
  const lines = rows[0]?.map((_, at) => {
    const width = Math.max(...rows.map((row) => row[at]?.length ?? 0));
    const isNumber = rows.slice(1).every((row) => /^(-?[\d.]+(e-\d+)?)?$/.test(row[at] ?? ""));
    return { width, isNumber: isNumber && rows.length > 1 };
  });
  const line = (row: readonly string[]) =>
    row.map((cell, at) => {
      const { width = 0, isNumber } = lines?.[at] ?? {};
      return isNumber ? cell.padStart(width) : cell.padEnd(width);
    });
  return rows.map((row) => line(row).join("  ").trimEnd()).join("\n");
}

function cellOf(value: unknown, most = LONGEST_CELL): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return numberText(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  return oneLine(
    Array.isArray(value)
      ? value
          .map((each) =>
            isRecord(each)
              ? Object.values(each)
                  .map((part) => cellOf(part))
                  .join(" ")
              : cellOf(each),
          )
          .join(", ")
      : isRecord(value)
        ? Object.entries(value)
            .map(([name, each]) => `${name} ${cellOf(each)}`)
            .join(", ")
        : String(value),
    most,
  );
}

const numberText = (value: number): string =>
  Number.isInteger(value) || !Number.isFinite(value)
    ? String(value)
    : Math.abs(value) < 0.001
      ? value.toExponential(1)
      : value.toFixed(3);

const isNothing = (value: unknown) => Array.isArray(value) && value.length === 0;
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isTable = (value: unknown): value is Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) && value.length > 0 && value.every(isRecord);

/** A text on one line, cut. */
function oneLine(text: string, most: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}

/** What `-o` and its companions say. */
export interface OutputOptions {
  readonly output?: string;
  readonly format?: string;
  readonly force?: boolean;
}

/** Where a command writes. */
export interface OutputPlace<F extends string = string> {
  readonly file: string;
  readonly format: F;
  readonly isStandard: boolean;
}

/**
 * Where `-o` says that a command should write, in which of these formats; asked before any work.
 * @throws bad-input for another format, conflict for a file that is there, unless `--force` is given
 */
export async function outputPlace<F extends string>(
  { output: file, format: asked, force }: OutputOptions,
  formats: readonly F[],
): Promise<OutputPlace<F> | undefined> {
  if (file === undefined) return undefined;
  const isStandard = file === "-";
  if (asked !== undefined && !isStandard)
    throw badInput("format", "--format goes with -o -; the ending of a file says its format.");
  const wanted = isStandard ? (asked ?? formats[0]) : path.extname(file).slice(1).toLowerCase();
  const format = formats.find((each) => each === wanted);
  if (format === undefined)
    throw isStandard
      ? badInput("format", `--format takes ${formats.join(", ")}, not “${wanted}”.`)
      : badInput(
          "output",
          `-o takes a file that ends in ${formats.map((each) => `.${each}`).join(" or ")}, not “${file}”.`,
        );
  const there = isStandard ? undefined : await stat(file).catch(() => undefined);
  if (there?.isFile() && force !== true)
    throw conflict(`${file} is there already; replace it with --force, or name another file.`, {
      file,
    });
  return { file, format, isStandard };
}

/** The same of a command that has nothing else to do. @throws bad-input where `-o` is missing */
export async function neededPlace<F extends string>(options: OutputOptions, formats: readonly F[]) {
  const place = await outputPlace(options, formats);
  if (place === undefined)
    throw badInput("output", `Name the file with -o FILE.${formats.join(" or FILE.")}.`);
  return place;
}

/** Writes what the user asked for: a file whole or not at all. @throws bad-input with a sentence when it cannot be */
export async function writeOutput(
  terminal: Terminal,
  { file, isStandard }: Pick<OutputPlace, "file" | "isStandard">,
  content: string | Uint8Array,
): Promise<void> {
  if (isStandard) return terminal.write(content);
  try {
    // A missing folder is more often a typing error than a request to make it.
    await stat(path.dirname(path.resolve(file)));
    await writeFile(file, typeof content === "string" ? content : Buffer.from(content));
  } catch (cause) {
    if (codeOf(cause) === "") throw cause;
    const [what, reason] =
      codeOf(cause) === "ENOENT"
        ? [path.dirname(file), "there is no such folder"]
        : [file, reasonOf(cause)];
    throw badInput("output", `${what} cannot be written to: ${reason}.`, { file });
  }
}

const BAR = 24;
/** Without a terminal, a line is written at each new phase and each so much of the whole. */
const LINE_EVERY = 0.05;
/** A terminal is drawn over at most so often, in thousandths of the whole. */
const SMALLEST_STEP = 0.001;

/** A bar that is drawn over on a terminal, plain lines anywhere else. */
export function progressLines(output: ProgressOutput) {
  let phase = "";
  let shown = Number.NEGATIVE_INFINITY;
  const step = output.isTerminal ? SMALLEST_STEP : LINE_EVERY;
  return {
    show(progress: TrainProgress): void {
      if (progress.phase === phase && progress.fraction - shown < step) return;
      phase = progress.phase;
      shown = progress.fraction;
      const plain = plainLine(progress);
      const filled = Math.round(shown * BAR);
      const bar = `[${"#".repeat(filled)}${"-".repeat(BAR - filled)}] `;
      const line = withoutControls(output.isTerminal ? bar + plain : plain);
      const clipped = line.slice(0, Math.max(20, output.columns() - 1));
      output.write(output.isTerminal ? `\r\u001b[2K${clipped}` : `${line}\n`);
    },
    end(): void {
      if (output.isTerminal && phase !== "") output.write("\r\u001b[2K");
    },
  };
}

/** The time left in steps a person can use: seconds under two minutes, then minutes. */
function plainLine({ phase, fraction, remainingSeconds: left }: TrainProgress): string {
  const percent = `${Math.floor(fraction * 100)}%`.padStart(4);
  if (Number.isNaN(left)) return `${percent}  ${phase}`;
  const time = left < 120 ? `${Math.ceil(left)} s` : `${Math.ceil(left / 60)} min`;
  return `${percent}  ${phase}, about ${time} left`;
}

/** Runs long work that draws its progress, and that an interrupt stops. */
export async function withProgress<T>(
  { progress: output, onInterrupt }: Terminal,
  act: (work: { signal: AbortSignal; show(progress: TrainProgress): void }) => Promise<T>,
): Promise<T> {
  const progress = progressLines(output);
  const controller = new AbortController();
  const release = onInterrupt(() => controller.abort());
  try {
    return await act({ signal: controller.signal, show: (at) => progress.show(at) });
  } finally {
    release();
    progress.end();
  }
}
