/**
 * What components ask of a browser and jsdom does not have. Sizes are fixed, so that virtual lists draw rows.
 * Import it before anything that renders.
 */
import { configure } from "@testing-library/react";

/** What is waited for comes late on a machine that does other things too; only that it comes is tested. */
configure({ asyncUtilTimeout: 15_000 });

const WIDTH = 800;
const HEIGHT = 600;

class FixedSizeObserver implements ResizeObserver {
  private readonly tell: ResizeObserverCallback;

  constructor(tell: ResizeObserverCallback) {
    this.tell = tell;
  }

  observe(target: Element): void {
    const contentRect = new DOMRect(0, 0, WIDTH, HEIGHT);
    const size = [{ inlineSize: WIDTH, blockSize: HEIGHT }];
    const entry = {
      target,
      contentRect,
      borderBoxSize: size,
      contentBoxSize: size,
      devicePixelContentBoxSize: size,
    };
    queueMicrotask(() => this.tell([entry], this));
  }

  unobserve(): void {}
  disconnect(): void {}
}

function fillGaps(): void {
  if (typeof window === "undefined") return;
  Object.assign(globalThis, {
    CSS: { escape: (text: string) => text.replace(/[^\w-]/g, (sign) => `\\${sign}`) },
    ResizeObserver: FixedSizeObserver,
  });
  Element.prototype.scrollIntoView = () => undefined;
  HTMLCanvasElement.prototype.getContext = () => null;
  Object.defineProperty(HTMLElement.prototype, "clientHeight", { get: () => HEIGHT });
  Object.defineProperty(HTMLElement.prototype, "clientWidth", { get: () => WIDTH });
  window.matchMedia = (media) =>
    Object.assign(new EventTarget(), {
      matches: false,
      media,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    });
}

fillGaps();
