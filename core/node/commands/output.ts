import { stat } from "node:fs/promises";
import path from "node:path";
import { writeFile } from "atomically";
import { badInput } from "../../errors.ts";
import { withoutControls } from "../../text/control-characters.ts";
import type { TrainProgress } from "../../train/run/progress.ts";
import { codeOf, reasonOf } from "../config/system-error.ts";
import type { ProgressOutput } from "./command.ts";

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

/** Writes a file the user asked for, whole or not at all. @throws bad-input with a sentence when it cannot be */
export async function writeOutput(file: string, content: string | Uint8Array): Promise<void> {
  try {
    // A folder that is not there is a typing error more often than a wish.
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
