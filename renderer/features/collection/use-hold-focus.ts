import { useEffect, useRef } from "react";

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
