import { VIEWS } from "../../core/api/views.ts";
import { type Step, slicesOf } from "../model/steps.ts";
import { isSubjectView } from "../model/subject.ts";
import { useNavigation } from "./navigation.ts";
import { openWith } from "./open-with.ts";
import { announce, toast, withdrawAction } from "./toasts.ts";
import { redo, undo, workspace } from "./workspace.ts";

/** Takes the last step back and says which. */
export function undoStep(): void {
  const step = workspace.getState().past.at(-1);
  if (undo() === null || !step) announce("Nothing to undo");
  else tell("Undid", step);
}

export function redoStep(): void {
  const step = workspace.getState().future[0];
  if (redo() === null || !step) announce("Nothing to redo");
  else tell("Redid", step);
}

/** What is not in view would change in silence: it is said, with the way there. */
function tell(did: string, step: Step): void {
  const place = VIEWS.find(({ id }) => id === step.view);
  if (!place || isInView(step, place.id)) announce(`${did}: ${step.label}`);
  else
    toast(`${did}: ${step.label}, in ${place.title}`, {
      label: `Go to ${place.title}`,
      run: () => openWith(place.id),
    });
}

/** The shelf is seen from everywhere, the expression in Explore. */
function isInView(step: Step, place: string): boolean {
  const { view } = useNavigation.getState();
  if (view === place) return true;
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
