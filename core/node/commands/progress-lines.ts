import type { TrainProgress } from "../../train/run/progress.ts";
import type { ProgressOutput } from "./command.ts";

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
      const line = output.isTerminal ? barLine(progress) : plainLine(progress);
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
