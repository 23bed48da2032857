const FOCUS_MS = 100;

/** Focuses what a command leads to, once the list of commands has given the focus back. */
export function focusSoon(
  find: () => HTMLElement | null | undefined,
  options: FocusOptions = {},
): void {
  setTimeout(() => find()?.focus(options), FOCUS_MS);
}

/** The next arrow key walks through the rows. */
export const focusRows = (): void =>
  focusSoon(() => document.querySelector<HTMLElement>(".rows-lens [role=grid]"), {
    preventScroll: true,
  });
