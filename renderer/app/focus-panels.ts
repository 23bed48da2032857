import { typeInto, typingBoxOf } from "../components/type-here.ts";
import { announce } from "../state/toasts.ts";

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
    panel.querySelector<HTMLElement>("[data-main]") ??
    typingBoxOf(panel) ??
    panel.querySelector<HTMLElement>(FOCUSABLE);
  panel.scrollIntoView();
  (target ?? panel).focus();
}

const panelOf = (name: "lens" | "results") =>
  document.querySelector<HTMLElement>(`[data-panel="${name}"]`);

export function focusResults(): void {
  panelOf("results")?.focus();
}

/** To the box where one types in this view; where it has none, to its panel, and says so. */
export function focusTypingBox(): void {
  const panels = [panelOf("lens"), panelOf("results")].filter((panel) => panel !== null);
  const box = panels.map(typingBoxOf).find((found) => found !== null);
  if (box) typeInto(box);
  else {
    panels[0]?.focus();
    announce("This view has no input");
  }
}

/**
 * After a view was opened: to its box while that is empty or is where one goes on typing, in a view without one to the first way to begin, else
 * to its panel, so that no key that is pressed next changes what is in the box. A view that has put the focus somewhere itself keeps it there.
 */
export function focusOpenedView(): void {
  const lens = panelOf("lens");
  const { activeElement } = document;
  // The panel itself is where Escape leads from a box: nothing in the view has asked for it.
  if (!lens || (activeElement !== lens && lens.contains(activeElement))) return;
  const box = typingBoxOf(lens);
  const first = panelOf("results")?.querySelector<HTMLElement>("[data-first] button") ?? lens;
  const isReady = box?.value === "" || box?.closest("[data-type-here]");
  (box === null ? first : isReady ? box : lens).focus();
}

/** The last rung of the Escape ladder: to the panel the focus is in. */
export function focusOwnPanel(): void {
  document.activeElement?.closest<HTMLElement>("[data-panel]")?.focus();
}

const isVisible = (element: HTMLElement): boolean =>
  element.getClientRects().length > 0 && getComputedStyle(element).visibility !== "hidden";
