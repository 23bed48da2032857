import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
export const THEMES = ["light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/**
 * Every automated rule of WCAG 2.2 AA on the page as it is; a violation is reported with the element's HTML.
 * Rules in `without` are shown to hold by the test itself, where the automated one cannot see it.
 */
export async function expectAccessible(
  page: Page,
  what: string,
  { without = [] }: { readonly without?: readonly string[] } = {},
): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    // The page has no frames; without this, each look would open a second page to sum up.
    .setLegacyMode(true)
    .withTags(RULES)
    .disableRules([...without])
    .analyze();
  const told = violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}\n    ${node.html}\n    ${node.failureSummary ?? ""}`),
  );
  expect(told, `accessibility of ${what}`).toEqual([]);
}

/** Runs a check in the light and the dark theme, as the system's wish. */
export async function inBothThemes(
  page: Page,
  check: (theme: Theme) => Promise<void>,
): Promise<void> {
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
    await check(theme);
  }
}
