import { COLOUR_NAMES, type ColourName } from "../../model/map/layers.ts";

/** Red, green, blue, 0..255. */
export type Rgb = readonly [number, number, number];

export interface Palette {
  readonly paper: Rgb;
  readonly density: Rgb;
  /** Has the system chosen the colours? Regions have no tints then. */
  readonly isForced: boolean;
  readonly colours: Readonly<Record<ColourName, Rgb>>;
}

/** Reads the theme's colours from the style sheet; system colours of forced-colors mode included. */
function readPalette(root: HTMLElement, isForced: boolean): Palette {
  const probe = root.ownerDocument.createElement("span");
  probe.hidden = true;
  // Forced colours would make every hue the colour of text, and the cells of all layers look alike.
  probe.style.setProperty("forced-color-adjust", "none");
  root.append(probe);
  const read = (name: string): Rgb => {
    probe.style.color = `var(--${name})`;
    return parseRgb(getComputedStyle(probe).color);
  };
  const colours = Object.fromEntries(COLOUR_NAMES.map((name) => [name, read(name)]));
  const palette = {
    paper: read("paper"),
    density: read("density"),
    isForced,
    colours: colours as Record<ColourName, Rgb>,
  };
  probe.remove();
  return palette;
}

const palettes = new Map<string, Palette>();

/** The palette of the theme in effect; read once a theme. */
export function paletteOf(theme: string): Palette {
  const forced = window.matchMedia("(forced-colors: active)").matches;
  const key = `${theme}${forced ? " forced" : ""}`;
  const known = palettes.get(key);
  if (known) return known;
  const palette = readPalette(document.documentElement, forced);
  palettes.set(key, palette);
  return palette;
}

/** Of what `getComputedStyle` answers: `rgb(1, 2, 3)` or `rgba(…)`; anything else is black. */
export function parseRgb(text: string): Rgb {
  const [r = 0, g = 0, b = 0] = (text.match(/[\d.]+/g) ?? []).map(Number);
  return [Math.round(r), Math.round(g), Math.round(b)];
}

/** `over` laid on `under` with this opacity. */
export function blend(under: Rgb, over: Rgb, opacity: number): Rgb {
  const mix = (a: number, b: number) => Math.round(a + (b - a) * opacity);
  return [mix(under[0], over[0]), mix(under[1], over[1]), mix(under[2], over[2])];
}

/** As one pixel of a little-endian RGBA buffer. */
export const pixelOf = ([r, g, b]: Rgb): number => ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;
