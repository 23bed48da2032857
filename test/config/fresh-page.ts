import { afterAll, vi } from "vitest";

/**
 * Files of the page share a thread, a document and the packages; state is theirs alone. What stays open of a file is what a window
 * would have lost with it.
 */
vi.resetModules();

// Menus and boxes come in the page's first idle moment: before a hand opens one.
await import("../../renderer/components/controls/menu.tsx");
await import("../../renderer/components/controls/dialog.tsx");
await (await import("../../renderer/components/on-demand.ts")).loadRest();

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  document.head.replaceChildren();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
});
