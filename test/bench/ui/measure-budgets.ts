import type { Page } from "@playwright/test";
import { startClock } from "./page-clock.ts";
import { type Row, rowOf } from "./rows.ts";

const OPERANDS =
  "cat dog horse bird fish tiger wolf bear lion sheep goat cow pig duck goose eagle snake frog bee".split(
    " ",
  );
const LAST = "violin river court bread engine winter planet money school doctor".split(" ");
const PINS = 500;
const OPENINGS = 4;

/** Heavy use: long lines, areas of the map, a full shelf. */
export async function measureBudgets(page: Page): Promise<Row[]> {
  await page.getByRole("button", { name: "Explore", exact: true }).click();
  const line = page.getByRole("textbox", { name: "Expression", exact: true });
  const rows = [await measureTwenty(page), await measureTyping(page)];
  await line.fill("cat");
  await line.press("Enter");
  rows.push(await measureAreas(page), await measureShelf(page));
  return rows;
}

/** An edit of the last of 20 operands, taken by Enter. */
async function measureTwenty(page: Page): Promise<Row> {
  const line = page.getByRole("textbox", { name: "Expression", exact: true });
  const times: number[] = [];
  for (const word of LAST) {
    // Two long lines in a row may have equally many cells.
    await line.fill(word);
    await line.press("Enter");
    await page.locator(".map-head-text", { hasText: new RegExp(`^${word}.*cells`) }).waitFor();
    await line.fill([...OPERANDS, word].join(" + "));
    const mark = await startClock(page, "keydown", {
      element: ".map-head-text",
      text: "",
      without: "from previous input",
    });
    await line.press("Enter");
    times.push(await mark());
  }
  return rowOf("Edit of 20 operands to painted result", times, { aim: 150 });
}

/** Keys at the end of a line of some 4,000 characters; each is timed to the frame after it. */
async function measureTyping(page: Page): Promise<Row> {
  const line = page.getByRole("textbox", { name: "Expression", exact: true });
  await line.fill(Array.from({ length: 500 }, (_, i) => OPERANDS[i % 19] ?? "").join(" + "));
  await line.press("End");
  const times: number[] = [];
  for (const key of " + violin + river + court - bread & engine") {
    const mark = await startClock(page, "keydown", {
      element: ".line-box",
      text: "",
    });
    await page.keyboard.press(key);
    times.push(await mark());
  }
  return rowOf("Key press to paint in a line of 500 operands", times, { aim: 100 });
}

/** From letting go of the lasso to the words that live in the area. */
async function measureAreas(page: Page): Promise<Row> {
  const map = page.getByRole("application", { name: "Semantic map" });
  const box = await map.boundingBox();
  if (!box) throw new Error("There is no map.");
  await map.focus();
  await page.keyboard.press("l");
  const times: number[] = [];
  for (let i = 0; i < 20; i++) {
    const [x, y] = [box.x + 60 + i * 16, box.y + 80 + ((i * 53) % 300)];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 90, y + 10, { steps: 4 });
    await page.mouse.move(x + 60, y + 90, { steps: 4 });
    const mark = await startClock(page, "pointerup", { element: ".brush-facts", text: " set · " });
    await page.mouse.up();
    times.push(await mark());
    await page.keyboard.press("Escape");
  }
  return rowOf("Lasso to painted result", times, { aim: 150 });
}

/** A workspace with 500 fingerprints on the shelf, from reloading the page to all of them. */
async function measureShelf(page: Page): Promise<Row> {
  await page.evaluate(fillShelf, PINS);
  const times: number[] = [];
  for (let i = 0; i < OPENINGS; i++) {
    await page.reload({ waitUntil: "commit" });
    await page.locator(`.shelf-list > li:nth-child(${PINS})`).waitFor();
    times.push(
      await page.evaluate(
        () => new Promise<number>((done) => requestAnimationFrame(() => done(performance.now()))),
      ),
    );
  }
  return rowOf(`Opening a workspace with ${PINS} fingerprints`, times, { aim: 1000 });
}

/** Runs in the page: as another window that takes the workspace over, fills it and leaves. */
async function fillShelf(count: number): Promise<void> {
  const post = async (path: string, body: object) => {
    const response = await fetch(`/rest/semascope/${path}`, {
      method: "POST",
      body: JSON.stringify({ session: "bench", ...body }),
    });
    if (!response.ok) throw new Error(await response.text());
    return response.json();
  };
  const pins = Array.from({ length: count }, (_, pin) => ({
    id: `pin ${pin}`,
    label: `fingerprint ${pin}`,
    source: { term: "cat" },
    positions: Array.from({ length: 328 }, (_, i) => i * 49 + (pin % 49)),
    retina: { name: "en_associative", checksum: "" },
    created: new Date().toISOString(),
  }));
  const { revision } = await post("workspace-load", { takeOver: true });
  const workspace = { version: 3, content: { pins } };
  await post("workspace-save", { base: revision, save: 1, workspace });
  await post("workspace-release", {});
}
