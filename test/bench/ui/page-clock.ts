import type { Page } from "@playwright/test";

interface Awaited {
  readonly element: string;
  /** What its text or name has to begin with or contain; empty: any other text than before. */
  readonly text: string;
  /** What it may not contain. */
  readonly without?: string;
  /** The first row of the table of similar terms has to hold it. */
  readonly row?: string;
}

/** Starts the page's clock at the next event; the answer is the time to the frame after `awaited` was there. */
export async function startClock(page: Page, event: string, awaited: Awaited) {
  await page.evaluate(
    ({ event, awaited: { element, text, without, row } }) => {
      const read = () => {
        const found = document.querySelector(element);
        return found
          ? `${found.getAttribute("aria-describedby") ?? ""}${found.getAttribute("aria-description") ?? ""}${found.textContent}`
          : "";
      };
      const before = read();
      const rowReady = () =>
        row === undefined ||
        (document.querySelector("[role=rowgroup] [role=row]")?.textContent ?? "").includes(row);
      const isIn = (now: string) => (text === "" ? now !== before : now.includes(text));
      const isThere = () => {
        const now = read();
        return isIn(now) && (without === undefined || !now.includes(without)) && rowReady();
      };
      const clock = new Promise<number>((resolve, reject) => {
        const giveUp = () => reject(new Error(`"${text}" never came to ${element}: ${read()}`));
        setTimeout(giveUp, 10_000);
        addEventListener(
          event,
          ({ timeStamp }) => {
            const look = () =>
              isThere() ? resolve(performance.now() - timeStamp) : requestAnimationFrame(look);
            requestAnimationFrame(look);
          },
          { once: true, capture: true },
        );
      });
      Object.assign(window, { clock });
    },
    { event, awaited },
  );
  return () => page.evaluate(() => (window as unknown as { clock: Promise<number> }).clock);
}

/** Starts the page's clock at the next key; the answer is the time until the frame after what it typed was drawn. */
export async function startPaintClock(page: Page) {
  await page.evaluate(() => {
    const painted = new Promise<number>((resolve) =>
      addEventListener(
        "keydown",
        ({ timeStamp }) => {
          const once = { once: true, capture: true };
          // A message that is sent in a frame arrives when that frame is drawn.
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now() - timeStamp);
          const ask = () => requestAnimationFrame(() => port2.postMessage(null));
          addEventListener("input", ask, once);
        },
        { once: true, capture: true },
      ),
    );
    Object.assign(window, { painted });
  });
  return () => page.evaluate(() => (window as unknown as { painted: Promise<number> }).painted);
}

/** Starts to note the times of frames; the answer ends it and tells the milliseconds from each to the next. */
export async function startFrames(page: Page) {
  await page.evaluate(() => {
    const frames: number[] = [];
    const note = (now: number) => {
      frames.push(now);
      if (isOn) requestAnimationFrame(note);
    };
    let isOn = true;
    requestAnimationFrame(note);
    const stop = () => {
      isOn = false;
      return frames.slice(1).map((time, i) => time - (frames[i] ?? time));
    };
    Object.assign(window, { stopFrames: stop });
  });
  return () => page.evaluate(() => (window as unknown as { stopFrames(): number[] }).stopFrames());
}
