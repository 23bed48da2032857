import { X } from "lucide-react";
import { useEffect } from "react";
import { Button, IconButton } from "../components/controls/button.tsx";
import { formatCount } from "../model/format.ts";
import { bringBack, dismissLeft, startSaving, useSaveState } from "../state/saving.ts";
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
  const { parts } = useLeftOut();
  if (parts.length === 0) return null;
  const more = parts.length - MOST_NAMED;
  const named = parts.slice(0, MOST_NAMED).join(", ");
  return (
    <div className="recovery row gap-3 wrap" role="status">
      <span>
        Part of this workspace is invalid and was left out: {named}
        {more > 0 ? `, and ${formatCount(more)} more` : ""}. The saved workspace keeps it until you
        change that part.
      </span>
      <IconButton icon={X} isSmall label="Dismiss" onPress={dismissLeftOut} />
    </div>
  );
}

/** Only one window edits a workspace. The bar comes again with each edit that is refused. */
export function ReadOnlyNotice() {
  const { status, refused } = useSaveState();
  useEffect(() => (status === "reading" ? refuseTyping() : undefined), [status]);
  if (status !== "reading") return null;
  return (
    <div key={refused} className="recovery read-only row gap-3 wrap" role="alert">
      <span>Read only: this workspace is being edited in another window.</span>
      <Button size="small" onPress={() => void startSaving(true)}>
        Edit here
      </Button>
    </div>
  );
}

/** Refuses each letter where the work is typed: a box that takes a text which is then refused would lose it. */
function refuseTyping(): () => void {
  const refuse = (event: Event) => {
    if (!(event.target instanceof Element && event.target.closest("[data-panel=lens]"))) return;
    event.preventDefault();
    useSaveState.setState(({ refused }) => ({ refused: refused + 1 }));
  };
  document.addEventListener("beforeinput", refuse, true);
  return () => document.removeEventListener("beforeinput", refuse, true);
}

/** What of the saved files is damaged, and work that is not part of the saved workspace. */
export function SavedNotice() {
  const { damaged, left, status } = useSaveState();
  return (
    <>
      {damaged !== null && (
        <div className="recovery row gap-3 wrap" role="status">
          <span>{damaged}</span>
          <IconButton
            icon={X}
            isSmall
            label="Dismiss"
            onPress={() => useSaveState.setState({ damaged: null })}
          />
        </div>
      )}
      {left.length > 0 && (
        <div className="recovery row gap-3 wrap" role="status">
          <span>Some changes were not saved because another window edited the workspace.</span>
          <Button size="small" isDisabled={status === "reading"} onPress={bringBack}>
            Restore them
          </Button>
          <IconButton icon={X} isSmall label="Discard these changes" onPress={dismissLeft} />
        </div>
      )}
    </>
  );
}
