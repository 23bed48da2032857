import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
export const THEMES = ["light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** Themes differ in colours alone: what does not look at them holds in both where it holds in one. */
const RULES_OF_COLOUR = ["color-contrast", "link-in-text-block"];

/**
 * Every automated rule of WCAG 2.2 AA on the page as it is, in the dark theme those that look at colours; a violation is reported
 * with the element's HTML. Rules in `without` are shown to hold by the test itself, where the automated one cannot see it.
 */
export async function expectAccessible(
  page: Page,
  what: string,
  { theme, without = [] }: { readonly theme: Theme; readonly without?: readonly string[] },
): Promise<void> {
  // Its half a megabyte is read once per page, and stays as long as that.
  const isThere = await page.evaluate(() => "axe" in window);
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: "0" }) })
    // The page has no frames; without this, each look would open a second page to sum up.
    .setLegacyMode(true)
    // Of what is as it should be, nothing is told: collecting it takes most of a look.
    .options({ resultTypes: ["violations"] });
  const { violations } = await (theme === "light"
    ? axe.withTags(RULES).disableRules([...without])
    : axe.withRules(RULES_OF_COLOUR)
  ).analyze();
  const told = violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}\n    ${node.html}\n    ${node.failureSummary ?? ""}`),
  );
  expect(told, `accessibility of ${what}, ${theme}`).toEqual([]);
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
