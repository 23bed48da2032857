import { VIEWS } from "../../core/api/views.ts";
import { type Step, slicesOf } from "../model/steps.ts";
import { isSubjectView } from "../model/subject.ts";
import { useNavigation } from "./navigation.ts";
import { openWith } from "./open-with.ts";
import { announce, toast, withdrawAction } from "./toasts.ts";
import { redo, undo, workspace } from "./workspace.ts";

/** Undoes the last step. */
export function undoStep(): void {
  take("Undo", workspace.getState().past.at(-1), undo);
}

export function redoStep(): void {
  take("Redo", workspace.getState().future[0], redo);
}

/** The step of another view that was announced last. */
let announced: Step | undefined;

/** A step of another view would change what is not in view: the first press shows where it is, the next one goes there. */
function take(verb: "Undo" | "Redo", step: Step | undefined, run: () => string | null): void {
  if (!step) {
    announce(`Nothing to ${verb.toLowerCase()}`);
    return;
  }
  const place = VIEWS.find(({ id }) => id === step.view);
  if (place && !isInView(step, place.id)) {
    if (announced !== step) {
      announced = step;
      const again = () => take(verb, step, run);
      toast(`The last step is in ${place.title}: ${step.label}`, {
        label: `${verb} it there`,
        run: again,
      });
      return;
    }
    announced = undefined;
    openWith(place.id);
  }
  if (run() !== null) announce(`${verb === "Undo" ? "Undid" : "Redid"}: ${step.label}`);
}

/** The shelf is seen from everywhere, the expression in Explore; another workspace changes every view. */
function isInView(step: Step, place: string): boolean {
  const { view } = useNavigation.getState();
  if (view === place || step.opens) return true;
  return slicesOf(step).every(
    (slice) => slice === "pins" || (slice === "subject" && isSubjectView(view)),
  );
}

/** Confirms something that took content away, with the way back for as long as it is the latest step. */
export function undoableToast(text: string): void {
  const id = toast(text, { label: "Undo", run: undoStep });
  const step = workspace.getState().past.at(-1);
  const stop = workspace.subscribe(({ past }) => {
    if (past.at(-1) === step) return;
    stop();
    withdrawAction(id);
  });
}
