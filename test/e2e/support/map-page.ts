import type { Page } from "@playwright/test";
import type { HarnessApi, HarnessScene } from "../harness/grid.tsx";

export interface Place {
  readonly x: number;
  readonly y: number;
}

/** The map alone in a page, seen from outside: where its pixels are and what it reports. */
export class MapPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  static async open(page: Page, address: string): Promise<MapPage> {
    await page.goto(address);
    await page.waitForFunction(() => window.harness !== undefined);
    return new MapPage(page);
  }

  show(change: Partial<HarnessScene>): Promise<void> {
    return this.page.evaluate((given) => window.harness.show(given), change);
  }

  read(): Promise<ReturnType<HarnessApi["read"]>> {
    return this.page.evaluate(() => window.harness.read());
  }

  hovered(): Promise<number> {
    return this.page.evaluate(() => window.harness.hovered);
  }

  brush(): Promise<readonly number[]> {
    return this.page.evaluate(() => window.harness.brush);
  }

  /** Where a fraction of the map lies on the screen at 1x; (0.5, 0.5) of a cell is its middle. */
  async placeOf(column: number, row: number): Promise<Place> {
    const box = await this.page.locator(".grid").boundingBox();
    if (box === null) throw new Error("The map is not shown.");
    return { x: box.x + (column / 128) * box.width, y: box.y + (row / 128) * box.height };
  }

  /** The middle of what is drawn on the canvas in the first layer's colour, on the screen; null when out of view. */
  drawnAt(): Promise<Place | null> {
    return this.page.evaluate(() => {
      const canvas = document.querySelector("canvas");
      const context = canvas?.getContext("2d");
      if (!canvas || !context) return null;
      const { width } = canvas;
      const pixels = new Uint32Array(context.getImageData(0, 0, width, width).data.buffer);
      const paper = pixels[(width >> 1) * width + (width >> 1)];
      const marked: number[] = [];
      for (let i = 0; i < pixels.length; i++) if (pixels[i] !== paper) marked.push(i);
      if (marked.length === 0) return null;
      const xs = marked.map((i) => i % width);
      const ys = marked.map((i) => Math.floor(i / width));
      const middle = (values: number[]) => {
        const low = values.reduce((a, b) => Math.min(a, b));
        const high = values.reduce((a, b) => Math.max(a, b));
        return (low + high + 1) / 2;
      };
      const box = canvas.getBoundingClientRect();
      const scale = box.width / width;
      return { x: box.left + middle(xs) * scale, y: box.top + middle(ys) * scale };
    });
  }

  /** Presses, moves through the places and lets go, with modifier keys held. */
  async stroke(places: readonly Place[], keys: readonly string[] = []): Promise<void> {
    const [first, ...rest] = places;
    if (first === undefined) return;
    for (const key of keys) await this.page.keyboard.down(key);
    await this.page.mouse.move(first.x, first.y);
    await this.page.mouse.down();
    for (const { x, y } of rest) await this.page.mouse.move(x, y);
    await this.page.mouse.up();
    for (const key of keys) await this.page.keyboard.up(key);
  }
}
