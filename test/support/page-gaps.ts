/**
 * What components ask of a browser and jsdom does not have. Sizes are fixed, so that virtual lists draw rows.
 * Import it before anything that renders.
 */
import { configure } from "@testing-library/react";
import * as react from "react";

/** What is waited for comes late on a machine that does other things too; only that it comes is tested. */
configure({ asyncUtilTimeout: 15_000 });

/**
 * React's build for development notes for each element from where it was made, up to a number of them a second, which takes longer
 * than making it. Nobody asks for that here, so the number is reached from the start.
 */
const internals = Reflect.get(
  react,
  "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE",
);
if (internals)
  Object.defineProperty(internals, "recentlyCreatedOwnerStacks", {
    configurable: true,
    get: () => Number.MAX_SAFE_INTEGER,
    set: () => undefined,
  });

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
  document.adoptedStyleSheets = [];
  Object.assign(CSSStyleSheet.prototype, { replaceSync: () => undefined });
  Element.prototype.scrollIntoView = () => undefined;
  HTMLCanvasElement.prototype.getContext = () => null;
  Object.defineProperty(HTMLElement.prototype, "clientHeight", {
    configurable: true,
    get: () => HEIGHT,
  });
  Object.defineProperty(HTMLElement.prototype, "clientWidth", {
    configurable: true,
    get: () => WIDTH,
  });
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
