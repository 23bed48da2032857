import { fireEvent, waitFor } from "@testing-library/react";
import { expect } from "vitest";

/** By selector: what is read again after each change of the page must not look at the role of every element. */
export function one<Found extends HTMLElement>(selector: string): Found {
  const found = document.querySelectorAll<Found>(selector);
  expect(found, selector).toHaveLength(1);
  return found[0]!;
}

/** @returns the part once it is on the page */
export const shown = <Found extends HTMLElement>(selector: string): Promise<Found> =>
  waitFor(() => one<Found>(selector));

/** As typing does, but at once. */
export function write(box: HTMLElement, value: string): void {
  box.focus();
  fireEvent.change(box, { target: { value } });
}

/** Opens a view by the rail. */
export const go = async (view: string): Promise<void> => {
  fireEvent.click(await shown(`[aria-label='Views'] button[aria-label='${view}']`));
};
