import { useEffect, useRef } from "react";

const FOCUS_MS = 100;

/** Focuses what a command leads to, once the list of commands has given the focus back. */
export function focusSoon(find: () => HTMLElement | null | undefined): void {
  setTimeout(() => find()?.focus(), FOCUS_MS);
}

/** The next arrow key walks through the rows. */
export const focusRows = (): void =>
  focusSoon(() => document.querySelector<HTMLElement>(".rows-lens [role=grid]"));

/**
 * Takes the focus when it appears, and leaves it to the panel around it when it goes with the focus in it, so that the next Tab
 * goes on from there and not from the top of the page.
 */
export function useHoldFocus<E extends HTMLElement>(): React.RefObject<E | null> {
  const box = useRef<E>(null);
  useEffect(() => {
    const panel = box.current?.closest<HTMLElement>("[data-panel]");
    box.current?.focus({ preventScroll: true });
    return () => {
      if (document.activeElement === document.body) panel?.focus({ preventScroll: true });
    };
  }, []);
  return box;
}
