import type { Page } from "@playwright/test";
import { startClock } from "./page-clock.ts";
import { type Row, rowOf } from "./rows.ts";

/** Each once: an answer that is remembered would not be measured. */
const WORDS =
  "violin river court bread engine winter planet money horse garden school doctor island castle bridge forest theatre camera market battle dragon poison letter window silver honey church rocket tiger ocean".split(
    " ",
  );

/** What a person waits for while working. The page's own clock counts, up to the frame after the change. */
export async function measureApplication(page: Page): Promise<Row[]> {
  await page.getByRole("button", { name: "Explore", exact: true }).click();
  const box = page.getByRole("textbox", { name: "Expression", exact: true });
  const suggestions: number[] = [];
  const edits: number[] = [];
  for (const word of WORDS) {
    await box.fill("");
    for (let length = 1; length <= 4; length++) {
      const mark = await startClock(page, "keydown", {
        element: "[role=listbox] [role=option] mark",
        text: word.slice(0, length),
      });
      await page.keyboard.press(word[length - 1] ?? "");
      suggestions.push(await mark());
    }
    await box.fill(word);
    const mark = await startClock(page, "keydown", {
      element: "[role=application]",
      text: `${word}:`,
      row: word,
    });
    await box.press("Enter");
    edits.push(await mark());
  }
  return [
    rowOf("Key press to painted suggestions", suggestions, { aim: 100 }),
    rowOf("Edit to painted fingerprint and similar terms", edits, { aim: 150 }),
    rowOf("Hover tooltip", await hovers(page), { aim: 32 }),
  ];
}

async function hovers(page: Page): Promise<number[]> {
  const box = await page.getByRole("application", { name: "Semantic map" }).boundingBox();
  if (!box) throw new Error("There is no map.");
  await page.mouse.move(box.x + 40, box.y + box.height / 2);
  await page.getByRole("tooltip").waitFor();
  const times: number[] = [];
  for (let i = 0; i < 60; i++) {
    const mark = await startClock(page, "pointermove", { element: "[role=tooltip]", text: "" });
    await page.mouse.move(box.x + 46 + i * 6, box.y + box.height / 2);
    times.push(await mark());
  }
  return times;
}
