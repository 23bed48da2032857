import { X } from "lucide-react";
import { Button, IconButton } from "../components/controls/button.tsx";
import { formatCount, plural } from "../model/format.ts";
import { undoStep } from "../state/edits.ts";
import { useSaveState } from "../state/save-state.ts";
import { dismissToast, holdToasts, useAnnouncer, useToasts } from "../state/toasts.ts";
import { dismissLeftOut, useLeftOut } from "./left-out.ts";

/** The page's live region: two elements by turns, so that a repeated sentence is heard again. */
export function Announcer() {
  const { text, turn } = useAnnouncer();
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      <p>{turn % 2 === 0 ? text : ""}</p>
      <p>{turn % 2 === 1 ? text : ""}</p>
    </div>
  );
}

/** Confirmations of what a person just did. */
export function Toasts() {
  const { toasts } = useToasts();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing is done here, it is only not taken away meanwhile.
    <div
      className="toasts stack"
      onPointerEnter={() => holdToasts(true)}
      onPointerLeave={() => holdToasts(false)}
      onFocus={() => holdToasts(true)}
      onBlur={() => holdToasts(false)}
    >
      {toasts.map(({ id, text, action }) => (
        <div key={id} className="toast row float">
          <span>{text}</span>
          {action && (
            <Button
              size="small"
              onPress={() => {
                action.run();
                dismissToast(id);
              }}
            >
              {action.label}
            </Button>
          )}
          <IconButton icon={X} isSmall label="Dismiss" onPress={() => dismissToast(id)} />
        </div>
      ))}
    </div>
  );
}

const MOST_NAMED = 6;

/** What of the workspace cannot be used is left out of what is shown, and is named once. */
export function LeftOutNotice() {
  const { parts, steps } = useLeftOut();
  if (parts.length === 0 && steps === 0) return null;
  const more = parts.length - MOST_NAMED;
  const named = parts.slice(0, MOST_NAMED).join(", ");
  return (
    <div className="recovery row gap-3 wrap" role="status">
      <span>
        {parts.length > 0 && (
          <>
            Part of this workspace does not have the form it should have and was left out: {named}
            {more > 0 ? `, and ${formatCount(more)} more` : ""}. It stays in the saved workspace
            until that part is changed.{" "}
          </>
        )}
        {steps > 0 &&
          `${plural(
            steps,
            "step of undo does not fit this workspace and was",
            "steps of undo do not fit this workspace and were",
          )} left out.`}
      </span>
      <IconButton icon={X} isSmall label="Dismiss" onPress={dismissLeftOut} />
    </div>
  );
}

/** After a run that did not end in order: says what came back, and offers to take the last step back. */
export function RecoveryNotice() {
  const { recovered, left, damaged } = useSaveState();
  if (recovered === null && left === 0 && damaged === null) return null;
  const close = () => useSaveState.setState({ recovered: null, left: 0, damaged: null });
  return (
    <div className="recovery row gap-3 wrap" role="status">
      {damaged !== null && <span>{damaged}</span>}
      {left > 0 && (
        <span>
          {plural(left, "change")} made last could not be read and {left === 1 ? "was" : "were"}{" "}
          left out.
        </span>
      )}
      {recovered !== null && (
        <>
          <span>
            Semascope was not closed properly. Your work has been restored, up to “{recovered}”.
          </span>
          <Button
            size="small"
            onPress={() => {
              undoStep();
              close();
            }}
          >
            Undo that step
          </Button>
        </>
      )}
      <IconButton icon={X} isSmall label="Dismiss" onPress={close} />
    </div>
  );
}
