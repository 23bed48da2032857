import { afterAll, vi } from "vitest";

/**
 * Files of the page share a thread, a document and the packages; state is theirs alone. What stays open of a file is what a window
 * would have lost with it.
 */
vi.resetModules();

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  document.head.replaceChildren();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
});
