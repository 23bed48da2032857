const FOCUS_MS = 100;

/** The next arrow key walks through the rows; after a list of commands has given the focus back. */
export function focusRows(): void {
  setTimeout(
    () =>
      document.querySelector<HTMLElement>(".rows-lens [role=grid]")?.focus({ preventScroll: true }),
    FOCUS_MS,
  );
}
