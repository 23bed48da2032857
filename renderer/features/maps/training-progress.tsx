import { Button } from "../../components/controls/button.tsx";
import { formatDuration, formatShare } from "../../model/format.ts";
import { phaseWords } from "./model/phase-words.ts";
import { cancelTraining, useTraining } from "./training-run.ts";

/** How far the training is; it goes on when the view is left. */
export function TrainingProgress() {
  const { job, phases, isOutOfReach } = useTraining();
  const left = job?.remainingSeconds ?? null;
  return (
    <section className="train-progress stack gap-3" aria-label="Training">
      <h3>{job?.title ?? "Starting"}</h3>
      <progress aria-label="Training" max={1} value={job?.fraction ?? 0} />
      <p className="figures" role="status">
        {phaseWords(job?.phase ?? "Starting")} · {formatShare(job?.fraction ?? 0)}
        {left !== null && <span className="muted"> · {remaining(left)}</span>}
      </p>
      <ol className="train-phases figures" aria-label="Phases so far">
        {phases.map(({ name, began }, index) => {
          const next = phases[index + 1];
          return (
            <li className="row gap-0 apart" key={name}>
              <span>{phaseWords(name)}</span>
              <span className="muted">
                {next ? formatDuration(next.began - began) : "in progress"}
              </span>
            </li>
          );
        })}
      </ol>
      <p className="muted">
        {isOutOfReach
          ? "The engine is not answering at the moment; progress will appear when it does."
          : "You can continue working; the result will appear here."}
      </p>
      <Button size="small" onPress={cancelTraining}>
        Cancel the training
      </Button>
    </section>
  );
}

/** 75 -> "about 1 min left" */
export function remaining(seconds: number): string {
  if (seconds < 10) return "a few seconds left";
  if (seconds < 60) return `about ${Math.round(seconds / 10) * 10} s left`;
  return `about ${Math.round(seconds / 60)} min left`;
}
