import { X } from "lucide-react";
import { Button } from "../components/controls/button.tsx";
import { IconButton } from "../components/controls/icon-button.tsx";
import { useAnnouncer } from "../state/announcer.ts";
import { undoStep } from "../state/edits.ts";
import { useSaveState } from "../state/save-state.ts";
import { dismissToast, holdToasts, useToasts } from "../state/toasts.ts";

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
      className="toasts"
      onPointerEnter={() => holdToasts(true)}
      onPointerLeave={() => holdToasts(false)}
      onFocus={() => holdToasts(true)}
      onBlur={() => holdToasts(false)}
    >
      {toasts.map(({ id, text, action }) => (
        <div key={id} className="toast">
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

/** After a run that did not end in order: says what came back, and offers to take the last step back. */
export function RecoveryNotice() {
  const { recovered, damaged } = useSaveState();
  if (recovered === null && damaged === null) return null;
  const close = () => useSaveState.setState({ recovered: null, damaged: null });
  return (
    <div className="recovery" role="status">
      {damaged !== null && (
        <span>The saved workspace could not be read and was set aside: {damaged}</span>
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
