import { conflict } from "../../../core/errors.ts";
import { messageOf } from "../../model/format.ts";
import { toast, withdrawAction } from "../../state/toasts.ts";
import { workspace } from "../../state/workspace.ts";

/** A change of what the service keeps beside a collection's rows. */
export interface ServerChange {
  run(): Promise<void>;
  undo(): Promise<void>;
  /** Repeats the queries whose answers it changes. */
  show(): Promise<void>;
}

/** Changes follow one another, whatever the service takes for each. */
let last: Promise<unknown> = Promise.resolve();

/** Message of the latest change: an earlier one can no longer be undone, as this one may have changed the same rows. */
let offered = 0;

/**
 * Runs a change and then says what it did, with _Undo_.
 * @param make called when all changes before are done
 * @param say shows the message in place of a toast with _Undo_
 * @throws ApiError
 */
export async function runChange(
  told: string,
  make: () => ServerChange,
  say: (told: string, undo: () => void) => number = offerUndo,
): Promise<void> {
  if (workspace.getState().isReadOnly)
    throw conflict("This window is read-only. Choose “Edit here” above, then try again.");
  const change = await inTurn(async () => {
    const made = make();
    await made.run();
    withdrawAction(offered);
    offered = say(told, () => undoChange(told, made));
    return made;
  });
  await change.show();
}

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = last.then(work);
  last = done.catch(() => undefined);
  return done;
}

const offerUndo = (told: string, undo: () => void): number =>
  toast(told, { label: "Undo", run: undo });

function undoChange(told: string, change: ServerChange): void {
  inTurn(() => change.undo()).then(
    () => {
      toast(`Undid: ${told}`);
      return change.show();
    },
    (cause: unknown) => {
      const run = () => undoChange(told, change);
      offered = toast(`“${told}” could not be undone: ${messageOf(cause)}`, {
        label: "Try again",
        run,
      });
    },
  );
}
