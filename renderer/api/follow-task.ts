import type { Args, Name, Output } from "../../core/api/client-types.ts";
import { ApiError } from "../../core/errors.ts";
import { call } from "./client.ts";

/** Calls an endpoint, again and again while nobody answers. */
export type Ask = <N extends Name>(name: N, args: Args<N>) => Promise<Output<N>>;

/** What is told of a task; nothing more once it was left. */
export interface TaskWatch {
  /** Every state, the last one too. The next one is asked for when it has returned. */
  onState(task: Task, ask: Ask): void | Promise<void>;
  /** The task is over: done, failed or cancelled. */
  onEnd(task: Task, ask: Ask): void | Promise<void>;
  /** It could not be started, or nothing can be learned of it any more. */
  onFailure(error: unknown): void | Promise<void>;
  /** Whether the host answers just now. The task goes on all the same. */
  onReach?(isInReach: boolean): void;
}

export interface FollowedTask {
  /** Stops the task, also when its start is still in progress; what it has done stays. */
  cancel(): void;
  /** Watches no longer; the task goes on. */
  leave(): void;
}

const POLL_MS = 400;

/** A task may be over in a moment: at first it is asked for sooner, then ever less often. */
const FIRST_POLL_MS = 40;

const LONGEST_PAUSE_MS = 5000;

/** Starts a task and follows it to its end. */
export const startTask = (args: Args<"app.jobStart">, watch: TaskWatch): FollowedTask =>
  follow(call("app.jobStart", args), watch);

/** Follows a task that was started before, here or elsewhere. */
export const followTask = (task: Task, watch: TaskWatch): FollowedTask =>
  follow(Promise.resolve(task), watch);

function follow(start: Promise<Task>, watch: TaskWatch): FollowedTask {
  let isLeft = false;
  const ask = patient(() => isLeft, watch);
  void watchTask(start, { watch, ask, isLeft: () => isLeft });
  const stop = async () => {
    const { id } = await start;
    await patient(() => false)("app.jobCancel", { id });
  };
  return {
    // A task that is not there, or was never started, needs no stopping.
    cancel: () => void stop().catch(() => undefined),
    leave: () => {
      isLeft = true;
    },
  };
}

interface Watching {
  readonly watch: TaskWatch;
  readonly ask: Ask;
  readonly isLeft: () => boolean;
}

async function watchTask(start: Promise<Task>, { watch, ask, isLeft }: Watching): Promise<void> {
  try {
    let task = await start;
    let wait = FIRST_POLL_MS;
    while (!isLeft()) {
      await watch.onState(task, ask);
      if (!isUnderWay(task)) break;
      await pause(wait);
      wait = Math.min(POLL_MS, wait * 2);
      if (!isLeft()) [task = task] = await ask("app.jobs", { id: task.id });
    }
    if (!isLeft()) await watch.onEnd(task, ask);
  } catch (error) {
    if (!isLeft()) await watch.onFailure(error);
  }
}

/** A host that cannot be reached, or is too busy, says nothing about the task: it is asked again, ever less often. */
function patient(isLeft: () => boolean, watch?: Pick<TaskWatch, "onReach">): Ask {
  return async (name, args) => {
    for (let wait = POLL_MS; ; wait = Math.min(LONGEST_PAUSE_MS, wait * 2)) {
      try {
        const answer = await call(name, args);
        watch?.onReach?.(true);
        return answer;
      } catch (error) {
        if (isLeft() || !(error instanceof ApiError && error.code === "busy")) throw error;
        watch?.onReach?.(false);
        await pause(wait);
      }
    }
  };
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export type Task = Output<"app.jobs">[number];

export const isUnderWay = ({ state }: Task): boolean => state === "waiting" || state === "running";
