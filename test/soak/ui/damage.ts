import type { Page } from "@playwright/test";
import type { JsonValue } from "../../../core/api/schema/json-value.ts";
import { VIEWS } from "../../../core/api/views.ts";
import { NEVER_CANCELLED } from "../../../core/cancellation.ts";
import type { Engine } from "../../e2e/support/host.ts";
import { fullWorkspace } from "../../support/full-workspace.ts";
import { mutated } from "../../support/mutations.ts";
import type { SeededRandom } from "../../support/seeded-random.ts";

/** Every so many workspaces the page is loaded again with one, and it is looked at in every view. */
const RELOAD_EVERY = 20;
/** Where a slice is shown; what is not named here is shown everywhere, or nowhere. */
const SHOWN_IN: Readonly<Record<string, readonly string[]>> = {
  subject: ["Explore"],
  history: ["Explore"],
  similar: ["Explore"],
  compare: ["Compare"],
  pins: ["Compare", "Collections"],
  filters: ["Filters", "Collections"],
  collections: ["Collections"],
  collectionImports: ["Collections"],
  text: ["Text"],
  training: ["Maps"],
};
const ALL = VIEWS.map(({ title }) => title);
const SAID_EVERY = 50;
/** The changed answers of so many endpoints. */
const ANSWERS = 30;

/** A few rows under the name that the full workspace has open. */
export async function importLetters(
  { service: { handlers } }: Engine,
  file: string,
): Promise<void> {
  const name = "Letters";
  const input = { name, paths: [file] };
  await handlers["app.jobStart"]({ input: { kind: "import", ...input } }, NEVER_CANCELLED);
  for (;;) {
    const tasks = await handlers["app.jobs"]({}, NEVER_CANCELLED);
    const state = tasks.find(({ title }) => title === name)?.state;
    if (state === "done") return;
    if (state !== "waiting" && state !== "running")
      throw new Error(`The collection could not be imported: ${state}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

interface Damage {
  readonly page: Page;
  readonly random: SeededRandom;
  readonly blame: (what: string) => void;
}

/** Opens workspaces with one random change each, and looks at each where it is shown and in a view by chance. */
export async function openDamaged(
  { page, random, blame }: Damage,
  count: number,
): Promise<{ opened: number; refused: number }> {
  const whole = fullWorkspace() as unknown as JsonValue;
  let opened = 0;
  let refused = 0;
  for (let turn = 1; turn <= count; turn++) {
    const { value, what } = mutated(whole, random);
    const isOpen = await open(page, `changed ${turn}.json`, value);
    if (isOpen) opened++;
    else refused++;
    const slice = what.split(".")[1] ?? "";
    const views = [...(SHOWN_IN[slice] ?? []), ALL[random.below(ALL.length)] ?? ""];
    await lookRound(page, views, (where) => blame(`${where} (${what})`));
    if (turn % SAID_EVERY === 0) console.log(`${turn} of ${count} changed workspaces`);
    if (turn % RELOAD_EVERY !== 0) continue;
    await page.getByText("Saved", { exact: true }).waitFor();
    await load(page);
    await lookRound(page, ALL, (where) => blame(`after a reload, ${where} (${what})`));
  }
  return { opened, refused };
}

/** False for a file that is refused in words. */
async function open(page: Page, name: string, workspace: JsonValue): Promise<boolean> {
  const text = JSON.stringify({ format: "semascope-workspace", ...(workspace as object) });
  const file = { name, mimeType: "application/json", buffer: Buffer.from(text) };
  await page.getByLabel("Workspace file").setInputFiles(file);
  const said = page.getByText(name).or(page.getByText("Opening the file failed."));
  await said.first().waitFor();
  const isRefused = await page.getByText("Opening the file failed.").isVisible();
  if (isRefused) await page.keyboard.press("Escape");
  return !isRefused;
}

/** Changes every answer of one endpoint at a time, from the start of the page on. @returns which were changed how often */
export async function answerDamaged({
  page,
  random,
  blame,
}: Damage): Promise<ReadonlyMap<string, number>> {
  const changed = new Map<string, number>();
  const seen = await endpointsOf(page);
  for (const target of random.shuffled(seen).slice(0, ANSWERS)) {
    const last = { what: "" };
    await page.route(`**${target}*`, async (route) => {
      const response = await route.fetch();
      const type = response.headers()["content-type"] ?? "";
      if (!response.ok() || !type.startsWith("application/json"))
        return route.fulfill({ response });
      const { value, what } = mutated({ answer: await response.json() }, random);
      last.what = what;
      changed.set(target, (changed.get(target) ?? 0) + 1);
      const { answer = null } = value as { readonly answer?: JsonValue };
      return route.fulfill({ response, json: answer });
    });
    await load(page);
    await lookRound(page, ALL, (where) => blame(`${target}: ${where} (${last.what})`));
    await page.unrouteAll({ behavior: "ignoreErrors" });
  }
  return changed;
}

/** Paths of everything that the page asks for on a round through its views. */
async function endpointsOf(page: Page): Promise<string[]> {
  const paths = new Set<string>();
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/rest/")) paths.add(pathname);
  });
  await load(page);
  await lookRound(page, ALL, () => undefined);
  return [...paths].sort();
}

async function load(page: Page): Promise<void> {
  await page.reload();
  await page.locator(".shell, .guard-window").first().waitFor();
}

/** Opens views one after the other. What cannot be shown is said, and the page is loaded again where the window is empty. */
async function lookRound(
  page: Page,
  views: readonly string[],
  say: (where: string) => void,
): Promise<void> {
  await page.keyboard.press("Escape");
  const keys = VIEWS.flatMap(({ id, title }, place) =>
    views.includes(title) ? [{ id, key: `${place + 1}` }] : [],
  );
  const { isEmpty, troubles } = await page.evaluate(async (shown) => {
    const troubles: string[] = [];
    for (const { id, key } of shown) {
      if (!document.querySelector(".rail"))
        return { isEmpty: true, troubles: [...troubles, `before ${id}`] };
      window.dispatchEvent(
        new KeyboardEvent("keydown", { key, code: `Digit${key}`, ctrlKey: true }),
      );
      // Answers that come soon are drawn, too.
      await new Promise((resolve) => setTimeout(resolve, 100));
      await new Promise(requestAnimationFrame);
      for (const { textContent } of document.querySelectorAll(".guard pre, .guard-window pre"))
        troubles.push(`${id}: ${textContent}`);
    }
    return { isEmpty: document.querySelector(".shell") === null, troubles };
  }, keys);
  for (const trouble of troubles) say(`what cannot be shown: ${trouble}`);
  if (!isEmpty) return;
  say("the window is empty");
  await load(page);
}
