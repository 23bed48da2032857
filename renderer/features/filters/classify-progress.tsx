import { Button } from "../../components/controls/button.tsx";
import { formatCount, plural } from "../../components/format.ts";
import type { JobState } from "./classify-run.ts";

interface ClassifyProgressProps {
  readonly job: JobState | null;
  readonly total: number;
  readonly onCancel: () => void;
}

/** How far the run has come, how long it will take, and the way to stop it. */
export function ClassifyProgress({ job, total, onCancel }: ClassifyProgressProps) {
  const done = Math.round((job?.fraction ?? 0) * total);
  const left = job?.remainingSeconds ?? null;
  const words = !job
    ? "Handing over the texts"
    : job.state === "waiting"
      ? "Waiting for another task to end"
      : `${formatCount(done)} of ${formatCount(total)} texts`;
  return (
    <div className="progress">
      <progress aria-label="Texts judged" max={total} value={job ? done : 0} />
      <p className="figures">
        <span role="status">{words}</span>
        <span className="muted">{left === null ? "" : `${formatTime(left)} left`}</span>
        <Button size="small" isDisabled={job === null} onPress={onCancel}>
          Cancel
        </Button>
      </p>
    </div>
  );
}

/** 0.4 -> "less than a second", 75 -> "1 min 15 s" */
export function formatTime(seconds: number): string {
  if (seconds < 1) return "less than a second";
  const whole = Math.round(seconds);
  if (whole < 60) return plural(whole, "second");
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes} min ${whole % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
