const FOCUSABLE =
  'button:not([disabled]), input:not([disabled]), textarea, select, a[href], [tabindex="0"]';

/** Moves the focus to the next or previous panel (F6): to its main control, else to its first, else to itself. */
export function cyclePanels(step: 1 | -1): void {
  const panels = [...document.querySelectorAll<HTMLElement>("[data-panel]")].filter(isVisible);
  const here = panels.findIndex((panel) => panel.contains(document.activeElement));
  const next = panels[(here + step + panels.length) % panels.length] ?? panels[0];
  if (next) focusPanel(next);
}

export function focusPanel(panel: HTMLElement): void {
  const target =
    panel.querySelector<HTMLElement>("[data-main]") ?? panel.querySelector<HTMLElement>(FOCUSABLE);
  (target ?? panel).focus();
}

/** The last rung of the Escape ladder: to the panel the focus is in. */
export function focusOwnPanel(): void {
  document.activeElement?.closest<HTMLElement>("[data-panel]")?.focus();
}

const isVisible = (element: HTMLElement): boolean => element.getClientRects().length > 0;
