import { stat } from "node:fs/promises";
import path from "node:path";
import { writeFile } from "atomically";
import { badInput, conflict } from "../../errors.ts";
import { withoutControls } from "../../text/control-characters.ts";
import type { TrainProgress } from "../../train/run/progress.ts";
import { codeOf, reasonOf } from "../config/system-error.ts";
import type { Flags, ProgressOutput, Terminal } from "./command.ts";

/** Rows as text in columns; numbers are aligned to the right. */
export function textTable(rows: readonly (readonly (string | number)[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => String(row[column] ?? "").length)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          typeof cell === "number"
            ? String(cell).padStart(widths[column] ?? 0)
            : cell.padEnd(widths[column] ?? 0),
        )
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Options of a command that writes a file in one of these formats. */
export const outputOptions = (help: string, formats: readonly string[] = []) => `
  -o, --output FILE  ${help}; - is standard output
  ${formats.length < 2 ? "" : `--format WHICH  of -o -: ${formats.join(", ")} (${formats[0]})`}
  --force  replace an existing file`;

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
  flags: Flags,
  formats: readonly F[],
): Promise<OutputPlace<F> | undefined> {
  const file = flags.text("output");
  if (file === undefined) return undefined;
  const isStandard = file === "-";
  const asked = flags.text("format");
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
  if (!isStandard) await refuseToReplace(flags, file);
  return { file, format, isStandard };
}

/** @throws conflict for a file that is there, unless `--force` is given */
export async function refuseToReplace(flags: Flags, file: string): Promise<void> {
  const there = await stat(file).catch(() => undefined);
  if (there?.isFile() && !flags.isOn("force"))
    throw conflict(`${file} is there already; replace it with --force, or name another file.`, {
      file,
    });
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
      const line = withoutControls(output.isTerminal ? barLine(progress) : plainLine(progress));
      const clipped = line.slice(0, Math.max(20, output.columns() - 1));
      output.write(output.isTerminal ? `\r\u001b[2K${clipped}` : `${line}\n`);
    },
    end(): void {
      if (output.isTerminal && phase !== "") output.write("\r\u001b[2K");
    },
  };
}

function barLine(progress: TrainProgress): string {
  const filled = Math.round(progress.fraction * BAR);
  return `[${"#".repeat(filled)}${"-".repeat(BAR - filled)}] ${plainLine(progress)}`;
}

function plainLine({ phase, fraction, remainingSeconds }: TrainProgress): string {
  const percent = `${Math.floor(fraction * 100)}%`.padStart(4);
  return `${percent}  ${phase}${leftOf(remainingSeconds)}`;
}

/** In steps a person can use: seconds under two minutes, then minutes. */
function leftOf(seconds: number): string {
  if (Number.isNaN(seconds)) return "";
  const left = seconds < 120 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;
  return `, about ${left} left`;
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
