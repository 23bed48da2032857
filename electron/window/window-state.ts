import { readFileSync } from "node:fs";
import { writeFileSync } from "atomically";
import type { Rectangle } from "electron";
import type { ThemeChoice } from "../../core/api/desktop.ts";

export interface WindowState {
  readonly bounds: Rectangle;
  readonly maximized: boolean;
  readonly theme: ThemeChoice;
  /** Where the last file was saved; empty before the first. */
  readonly saveFolder: string;
}

export const MINIMUM_SIZE = { width: 480, height: 400 };
const DEFAULT_SIZE = { width: 1440, height: 920 };
const THEMES: readonly unknown[] = ["light", "dark", "system"];

/** The kept state, or the default one for this screen when there is none or the file is damaged. */
export function loadWindowState(file: string, screens: readonly Rectangle[]): WindowState {
  const saved = readJson(file);
  return {
    bounds: fitToScreens(isRectangle(saved.bounds) ? saved.bounds : undefined, screens),
    maximized: saved.maximized === true,
    theme: THEMES.includes(saved.theme) ? (saved.theme as ThemeChoice) : "system",
    saveFolder: typeof saved.saveFolder === "string" ? saved.saveFolder : "",
  };
}

/** Atomic, and synchronous because it also runs while the application quits. A full disk is not worth a crash. */
export function saveWindowState(file: string, state: WindowState): void {
  try {
    writeFileSync(file, `${JSON.stringify(state, null, 2)}\n`);
  } catch (cause) {
    console.warn(`The window position was not saved: ${String(cause)}`);
  }
}

/**
 * Bounds that a person can reach: those kept, when enough of the title bar lies on a screen that is still
 * there; otherwise centred on the first screen. Never larger than the screen.
 */
export function fitToScreens(
  kept: Rectangle | undefined,
  screens: readonly Rectangle[],
): Rectangle {
  const reachable = screens
    .map((screen) => ({ screen, window: kept && sizedFor(screen, kept) }))
    .find(({ screen, window }) => window && canGrab(window, screen));
  return reachable?.window ?? centredOn(screens[0] ?? { x: 0, y: 0, ...DEFAULT_SIZE });
}

const sizedFor = (screen: Rectangle, window: Rectangle): Rectangle => ({
  ...window,
  width: clamp(window.width, MINIMUM_SIZE.width, screen.width),
  height: clamp(window.height, MINIMUM_SIZE.height, screen.height),
});

function centredOn(screen: Rectangle): Rectangle {
  const width = Math.min(DEFAULT_SIZE.width, screen.width);
  const height = Math.min(DEFAULT_SIZE.height, screen.height);
  const x = screen.x + Math.floor((screen.width - width) / 2);
  const y = screen.y + Math.floor((screen.height - height) / 2);
  return { x, y, width, height };
}

const TITLE_BAR = 40;
const LEAST_VISIBLE = 120;

function canGrab(window: Rectangle, screen: Rectangle): boolean {
  const left = Math.max(window.x, screen.x);
  const right = Math.min(window.x + window.width, screen.x + screen.width);
  const inside = window.y >= screen.y && window.y + TITLE_BAR <= screen.y + screen.height;
  return inside && right - left >= LEAST_VISIBLE;
}

const clamp = (value: number, low: number, high: number) =>
  Math.max(Math.min(value, high), Math.min(low, high));

function readJson(file: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function isRectangle(value: unknown): value is Rectangle {
  if (typeof value !== "object" || value === null) return false;
  const { x, y, width, height } = value as Record<string, unknown>;
  return (
    [x, y, width, height].every(Number.isSafeInteger) && Number(width) > 0 && Number(height) > 0
  );
}
