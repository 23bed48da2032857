import { endGesture } from "./workspace.ts";

/** Boxes that keep plain keys for themselves. */
export const isTextBox = (target: EventTarget | null): boolean =>
  globalThis.Element !== undefined &&
  target instanceof Element &&
  target.matches(
    "input:not([type=checkbox]):not([type=range]):not([type=radio]), textarea, [contenteditable=true]",
  );

/** What is down: a "change" is one of several then, and the focus that a pointer takes along ends nothing that it draws. */
let held: "pointer" | "key" | null = null;

/** What is dragged ends with the pointer or the key, what is typed with Enter or as the focus leaves. */
function isEnd(event: Event): boolean {
  if (event.type === "change") return held === null;
  if (event.type === "focusout") return held !== "pointer";
  return (
    event.type !== "keyup" || !isTextBox(event.target) || (event as KeyboardEvent).key === "Enter"
  );
}

function begin({ type }: Event): void {
  held = type === "pointerdown" ? "pointer" : "key";
  // Whatever was typed before is complete; it may be the blur that follows which would have said so.
  if (held === "pointer") endGesture();
}

function end(event: Event): void {
  if (event.type !== "change" && event.type !== "focusout") held = null;
  // What handles the same event may still belong to the gesture.
  if (isEnd(event)) setTimeout(endGesture);
}

const ENDS = ["pointerup", "pointercancel", "click", "dblclick", "keyup", "focusout"];

/** Lets each gesture end with the hand, wherever on the page it is. */
export function followHand(page: EventTarget = window): void {
  for (const type of ["pointerdown", "keydown"]) page.addEventListener(type, begin, true);
  for (const type of [...ENDS, "change"]) page.addEventListener(type, end, true);
}
