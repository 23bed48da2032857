import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const RENDERER = join(import.meta.dirname, "../../../renderer");

/**
 * Selectors that may have a CSS transition, each with the reason. React Aria keeps every element that starts one in a list
 * until the transition ends; an element that leaves the page before stays there for good, with all that hangs on it. What
 * comes and goes changes at once or has a CSS animation, which is in no list.
 */
const ALLOWED: Readonly<Record<string, string>> = {
  ".grid-canvas": "the one map stays in the page as long as the page is open",
};

/** Each rule's own text: its selectors, then its declarations. */
const RULE = /([^{}]+)\{([^{}]*)\}/g;

describe("CSS transitions", () => {
  const sheets = readdirSync(RENDERER, { encoding: "utf8", recursive: true }).filter((file) =>
    file.endsWith(".css"),
  );

  it("are only on elements that never leave the page", () => {
    const moving = sheets.flatMap((sheet) => {
      const text = readFileSync(join(RENDERER, sheet), "utf8").replaceAll(/\/\*.*?\*\//gs, "");
      return [...text.matchAll(RULE)]
        .filter(([, , body = ""]) => /(^|[;\s])transition(-\w+)?\s*:/.test(body))
        .map(([, selector = ""]) => selector.trim());
    });
    expect(moving.sort()).toEqual(Object.keys(ALLOWED).sort());
  });
});
