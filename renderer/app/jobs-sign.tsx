import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Button } from "../components/controls/button.tsx";
import { trainedTitle } from "../features/maps/model/retina-title.ts";
import { adoptTraining, openTraining, useTraining } from "../features/maps/training-run.ts";
import { formatShare } from "../model/format.ts";
import { isUnderWay, type Task } from "../model/task.ts";
import { useRegisterActions } from "../state/actions.ts";
import { useNavigation } from "../state/navigation.ts";
import { openWith } from "../state/open-with.ts";
import { followStarts, tasksQuery } from "./tasks-query.ts";

const PLACES: Readonly<Record<Task["kind"], () => void>> = {
  classify: () => openWith("collection"),
  compareBulk: () => openWith("compare"),
  train: openTraining,
  import: () => openWith("collection"),
};

/** The long task in progress, wherever a person looks meanwhile; a click goes to where it is shown. */
export function JobsSign() {
  const jobs = useQuery(tasksQuery()).data ?? [];
  useEffect(followStarts, []);
  useEffect(() => void adoptTraining().catch(() => undefined), []);
  useRegisterActions(ACTIONS);
  const underWay = jobs.filter(isUnderWay);
  // The oldest is the one that runs; the others wait for it.
  const job = underWay.at(-1);
  if (!job) return <TrainingEnd />;
  return (
    <span className="status-job row gap-1">
      <Button size="small" tone="quiet" onPress={PLACES[job.kind]}>
        {titleOf(job)}
        <progress aria-hidden="true" max={1} value={job.fraction} />
        <span className="figures">{formatShare(job.fraction)}</span>
      </Button>
      {underWay.length > 1 && <span>and {underWay.length - 1} more</span>}
    </span>
  );
}

/** A training has ended while a person looked elsewhere: said until it was looked at, as a toast may have been missed. */
function TrainingEnd() {
  const { phase, trained } = useTraining();
  const isThere = useNavigation(({ view }) => view === "maps");
  if (isThere || (phase !== "trained" && phase !== "failed")) return null;
  return (
    <span className="status-job row gap-1" role="status">
      <Button size="small" tone="quiet" onPress={openTraining}>
        {phase === "failed"
          ? "The training failed: see why"
          : `${trained ? trainedTitle(trained) : "The retina"} is trained: look at it`}
      </Button>
    </span>
  );
}

const ACTIONS = [
  {
    id: "retina.train",
    title: "Train a retina on your own texts…",
    group: "File",
    keys: "",
    run: openTraining,
  },
];

const TITLES: Readonly<Record<Task["kind"], string>> = {
  classify: "Classify texts",
  compareBulk: "Compare pairs",
  train: "Train a retina",
  import: "Import texts",
};

/** A task that was started without a title is called by its kind. */
const titleOf = ({ kind, title }: Task): string => (title === kind ? TITLES[kind] : title);
