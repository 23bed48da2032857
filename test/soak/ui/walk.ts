import type { Page } from "@playwright/test";
import type { SeededRandom } from "../../support/seeded-random.ts";

const WORDS = [
  "jaguar",
  "violin",
  "river bank",
  "apple - computer",
  "cat or (dog and horse)",
  "zzxqy",
  "The central bank raised interest rates while the river rose over its bank.",
  "~",
  "((",
  "",
];
const KEYS = [
  "Escape",
  "Control+z",
  "Control+Shift+z",
  "Control+k",
  "?",
  "Tab",
  "Enter",
  "ArrowDown",
  "ArrowRight",
  "Delete",
  "p",
  "Alt+ArrowLeft",
];
const VIEWS_IN_RAIL = 5;

/** One thing a person might do next: most often a click on some control, sometimes typing, keys, or the map. */
export async function step(page: Page, random: SeededRandom): Promise<string> {
  const dice = random.below(100);
  if (dice < 58) return clickSomething(page, random);
  if (dice < 72) return typeSomething(page, random);
  if (dice < 80) return press(page, KEYS[random.below(KEYS.length)] ?? "Escape");
  if (dice < 86) return goSomewhere(page, random);
  return touchMap(page, random);
}

async function press(page: Page, key: string): Promise<string> {
  await page.keyboard.press(key);
  return `press ${key}`;
}

async function goSomewhere(page: Page, random: SeededRandom): Promise<string> {
  await page.keyboard.press("Escape");
  return press(page, `Control+${1 + random.below(VIEWS_IN_RAIL)}`);
}

async function clickSomething(page: Page, random: SeededRandom): Promise<string> {
  const target = await pick(page, random.below(1_000_000), CONTROLS);
  if (target === null) return press(page, "Escape");
  const modifiers = random.below(12) === 0 ? (["Shift"] as const) : [];
  for (const key of modifiers) await page.keyboard.down(key);
  await page.mouse.click(target.x, target.y, { clickCount: random.below(10) === 0 ? 2 : 1 });
  for (const key of modifiers) await page.keyboard.up(key);
  return `click ${target.name}`;
}

async function typeSomething(page: Page, random: SeededRandom): Promise<string> {
  const target = await pick(page, random.below(1_000_000), BOXES);
  if (target === null) return clickSomething(page, random);
  const words = WORDS[random.below(WORDS.length)] ?? "";
  await page.mouse.click(target.x, target.y);
  await page.keyboard.press("Control+a");
  if (words === "") await page.keyboard.press("Delete");
  else await page.keyboard.insertText(words);
  if (random.below(2) === 0) await page.keyboard.press("Enter");
  return `type “${words.slice(0, 30)}” into ${target.name}`;
}

async function touchMap(page: Page, random: SeededRandom): Promise<string> {
  const box = await page.locator("[role=application]").first().boundingBox();
  if (box === null) return press(page, "Escape");
  const place = () => ({
    x: box.x + (box.width * (5 + random.below(90))) / 100,
    y: box.y + (box.height * (5 + random.below(90))) / 100,
  });
  const [from, to] = [place(), place()];
  await page.mouse.move(from.x, from.y, { steps: 4 });
  switch (random.below(4)) {
    case 0:
      await page.mouse.wheel(0, random.below(2) === 0 ? 240 : -240);
      return "turn the wheel over the map";
    case 1:
      await page.mouse.click(from.x, from.y);
      return "click on the map";
    case 2:
      await page.mouse.down();
      await page.mouse.move(to.x, to.y, { steps: 5 });
      await page.mouse.up();
      return "drag over the map";
    default:
      await page.mouse.move(to.x, to.y, { steps: 8 });
      return "move over the map";
  }
}

const CONTROLS =
  "button, [role=button], [role=tab], [role=option], [role=menuitem], [role=menuitemradio], [role=row], [role=treeitem], [role=radio], [role=switch], [role=checkbox], [role=columnheader], a[href], summary, select, label, input[type=range], input[type=checkbox], input[type=radio]";
const BOXES =
  "input:not([type]), input[type=text], input[type=search], input[type=number], textarea";

interface Target {
  readonly x: number;
  readonly y: number;
  readonly name: string;
}

/** The place of one of the elements that a person can see and reach: nothing lies over it. */
function pick(page: Page, choice: number, selector: string): Promise<Target | null> {
  return page.evaluate(
    ({ choice, selector }) => {
      const found = [...document.querySelectorAll<HTMLElement>(selector)].flatMap((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + Math.min(height / 2, 40)];
        const hit = document.elementFromPoint(x, y);
        if (width < 2 || height < 2 || hit === null) return [];
        if (!element.contains(hit) && !hit.contains(element)) return [];
        const name = element.getAttribute("aria-label") ?? element.textContent ?? "";
        return [{ x, y, name: `${element.tagName.toLowerCase()} ${name.trim().slice(0, 40)}` }];
      });
      return found[choice % found.length] ?? null;
    },
    { choice, selector },
  );
}
