import { create } from "zustand";
import { ApiError, type ErrorData } from "../../../core/errors.ts";
import { call } from "../../api/client.ts";
import {
  type Ask,
  type FollowedTask,
  followTask,
  isUnderWay,
  startTask,
  type Task,
  type TaskWatch,
} from "../../api/follow-task.ts";
import { openWith } from "../../state/open-with.ts";
import { chooseRetina, retinaInUse } from "../../state/retina.ts";
import { toast } from "../../state/toasts.ts";
import { retinaTitle, trainedTitle } from "./model/retina-title.ts";
import type { Trained } from "./model/trained-map.ts";
import { type TrainingForm, trainingInput } from "./model/training-form.ts";
import { refreshCards, showPane, showRetina } from "./retina-look.ts";

/** A training in progress or waiting to be looked at. It goes on while a person works elsewhere. */
interface Training {
  readonly phase: "idle" | "running" | "trained" | "failed" | "cancelled";
  readonly job: Task | null;
  readonly trained: Trained | null;
  readonly error: unknown;
  /** The phases that were seen to begin, in order, with the time each began at. */
  readonly phases: readonly { readonly name: string; readonly began: number }[];
  /** Is the host not answering just now? The training itself goes on. */
  readonly isOutOfReach: boolean;
}

const IDLE: Training = {
  phase: "idle",
  job: null,
  trained: null,
  error: null,
  phases: [],
  isOutOfReach: false,
};
export const useTraining = create<Training>(() => IDLE);

let followed: FollowedTask | null = null;

export function startTraining(retina: string, form: TrainingForm): void {
  useTraining.setState({ ...IDLE, phase: "running" });
  const args = { retina_name: retina, input: trainingInput(form) };
  followed = startTask(args, watchTraining(false));
}

/** @param wasOver whether it had ended before this window heard of it */
const watchTraining = (wasOver: boolean): TaskWatch => ({
  onState: (job) => {
    if (isUnderWay(job)) noteProgress(job);
  },
  onEnd: (job, ask) => finish(job, ask, wasOver),
  onFailure: fail,
  onReach: (isInReach) => useTraining.setState({ isOutOfReach: !isInReach }),
});

/** Said here, so it need not be said again after the next start. */
async function fail(error: unknown): Promise<void> {
  const { job } = useTraining.getState();
  useTraining.setState({ phase: "failed", error });
  if (job) await forget(job.id);
}

/**
 * Takes up the latest training after the page or the program was started again: one that still runs is followed,
 * one that is done waits to be looked at, one that was cut off is said to be.
 */
export async function adoptTraining(): Promise<void> {
  if (useTraining.getState().phase !== "idle") return;
  const latest = (await call("app.jobs", {})).find(({ kind }) => kind === "train");
  if (!latest || useTraining.getState().phase !== "idle") return;
  if (latest.state === "cancelled") return;
  useTraining.setState({ job: latest });
  if (isUnderWay(latest)) useTraining.setState({ phase: "running" });
  followed = followTask(latest, watchTraining(!isUnderWay(latest)));
}

function noteProgress(job: Task): void {
  useTraining.setState(({ phases }) => {
    const isNew = job.phase !== "" && phases.at(-1)?.name !== job.phase;
    return { job, phases: isNew ? [...phases, { name: job.phase, began: Date.now() }] : phases };
  });
}

async function finish(job: Task, ask: Ask, wasOver: boolean): Promise<void> {
  if (job.state === "cancelled") {
    useTraining.setState({ phase: "cancelled", job });
    return;
  }
  if (job.state === "failed") throw new ApiError((job.error as ErrorData | null) ?? SILENT);
  const [whole] = job.trained === undefined ? await ask("app.jobs", { id: job.id }) : [job];
  const trained = whole?.trained ?? null;
  if (wasOver && trained?.kept) return;
  useTraining.setState({ phase: "trained", job, trained });
  if (wasOver) showPane("train");
  else
    toast(
      `${trained ? trainedTitle(trained) : "The map"} is trained. Review it before you save it.`,
      {
        label: "Look at it",
        run: openTraining,
      },
    );
}

const SILENT: ErrorData = {
  code: "internal",
  message: "Training stopped without giving a reason.",
  details: {},
};

/** Goes to where a training is shown, whatever state it is in. */
export function openTraining(): void {
  showPane("train");
  openWith("maps");
}

export const cancelTraining = (): void => followed?.cancel();

/** Installs the trained retina, shows its card and uses it. */
export async function keepTrained(replace: boolean): Promise<void> {
  const { job } = useTraining.getState();
  if (!job) return;
  try {
    const card = await call("app.trainingKeep", { id: job.id, replace });
    useTraining.setState(IDLE);
    const before = retinaInUse();
    showRetina(card.name);
    showPane("installed");
    await forget(job.id);
    await refreshCards();
    // Its map is the one that was looked at, so it is the one that stays on the screen.
    chooseRetina(card.name);
    toast(`${retinaTitle(card)} is installed and in use`, {
      label: `Back to ${before}`,
      run: () => chooseRetina(before),
    });
  } catch (error) {
    useTraining.setState({ error });
  }
}

/** Its copy has served; where it cannot be deleted now, the host deletes it as one of the oldest. */
async function forget(id: string): Promise<void> {
  await call("app.trainingDiscard", { id }).catch(() => undefined);
}

export async function discardTrained(): Promise<void> {
  const { job } = useTraining.getState();
  if (!job) return;
  try {
    await call("app.trainingDiscard", { id: job.id });
    useTraining.setState(IDLE);
    toast("The trained map was discarded");
  } catch (error) {
    useTraining.setState({ error });
  }
}
