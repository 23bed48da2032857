import { endGesture } from "./workspace.ts";

/** Boxes that keep plain keys for themselves. */
export const isTextBox = (target: EventTarget | null): boolean =>
  globalThis.Element !== undefined &&
  target instanceof Element &&
  target.matches(
    "input:not([type=checkbox]):not([type=range]):not([type=radio]), textarea, [contenteditable=true]",
  );

/** The pointer or a key is down: a "change" is one of several then. */
let isHeld = false;

/** What is dragged ends with the pointer or the key, what is typed with Enter or as the focus leaves. */
function isEnd(event: Event): boolean {
  if (event.type === "change") return !isHeld;
  return (
    event.type !== "keyup" || !isTextBox(event.target) || (event as KeyboardEvent).key === "Enter"
  );
}

const begin = (): void => {
  isHeld = true;
};

function end(event: Event): void {
  if (event.type !== "change" && event.type !== "focusout") isHeld = false;
  // What handles the same event may still belong to the gesture.
  if (isEnd(event)) setTimeout(endGesture);
}

const ENDS = ["pointerup", "pointercancel", "click", "dblclick", "keyup", "focusout"];

/** Lets each gesture end with the hand, wherever on the page it is. */
export function followHand(page: EventTarget = window): void {
  for (const type of ["pointerdown", "keydown"]) page.addEventListener(type, begin, true);
  for (const type of [...ENDS, "change"]) page.addEventListener(type, end, true);
}
