import { Button } from "../../components/controls/button.tsx";
import { formatCount, plural } from "../../model/format.ts";
import type { Task } from "../../model/task.ts";

interface ClassifyProgressProps {
  readonly job: Task | null;
  /** The host does not answer just now. */
  readonly isOutOfReach: boolean;
  readonly total: number;
  readonly onCancel: () => void;
}

/** How far the run has come, how long it will take, and the way to stop it. */
export function ClassifyProgress(props: ClassifyProgressProps) {
  const { job, total, onCancel } = props;
  const done = doneOf(props);
  const left = job?.remainingSeconds ?? null;
  return (
    <div className="progress">
      <progress aria-label="Texts classified" max={total} value={job ? done : 0} />
      <p className="figures">
        <span role="status">{progressWords(props)}</span>
        <span className="muted">{left === null ? "" : `${formatTime(left)} left`}</span>
        <Button size="small" onPress={onCancel}>
          Cancel
        </Button>
      </p>
    </div>
  );
}

const doneOf = ({ job, total }: ClassifyProgressProps): number =>
  Math.round((job?.fraction ?? 0) * total);

function progressWords(props: ClassifyProgressProps): string {
  const { job, isOutOfReach, total } = props;
  if (isOutOfReach) return "The engine is not answering at the moment; the task continues";
  if (!job) return "Uploading the texts";
  if (job.state === "waiting") return "Waiting: another task is running";
  return `${formatCount(doneOf(props))} of ${formatCount(total)} texts`;
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
