import { hexOf, labOf, lchToRgb, leastDistance, type Rgb } from "./oklch.ts";
import type { Area } from "./types.ts";

/** Degrees in OKLCH; evenly apart, so that opposite ones can lie side by side. */
const HUES = [55, 115, 175, 235, 295, 355] as const;
/**
 * Every other hue is a little lighter: people who see two hues as one still see which of two regions is lighter. With these
 * six, no two look the same under any of the common deficiencies.
 */
const ALTERNATION = 0.012;
const CHROMA = 0.02;
const LIGHT = 0.96;
const DARK = 0.23;
/** What a region in another differs by from it, for each of the three tones. */
const TONE_LIGHTNESS = 0.0075;
const TONE_HUE = 9;
/** The second level of regions differs by half as much from the first. */
const FINER = 0.55;

/** What a ground is to look like; plain JSON. */
export interface GroundLook {
  /** `#rrggbb` of what shows where there are no tints. */
  readonly paper: string;
  readonly isDark: boolean;
  /** Mean lightness of the tints in OKLCH, 0..1. */
  readonly lightness: number;
  /** 0 leaves the tints grey. */
  readonly chroma: number;
  /** Has each region a tint of its own? */
  readonly hasTints: boolean;
  readonly hasBorders: boolean;
  /** Strength of light and contours, 0..1 of the usual. */
  readonly terrain: number;
}

/** Above this a ground is light. */
const MIDDLE = 0.6;

/** The look that goes with a paper of this colour, a little off it so that tints have room on both sides. */
export function groundOn(paper: Rgb): GroundLook {
  const [lightness] = labOf(paper);
  const isDark = lightness < MIDDLE;
  const wanted = isDark ? Math.max(DARK, lightness + 0.03) : Math.min(LIGHT, lightness - 0.02);
  return {
    paper: hexOf(paper),
    isDark,
    lightness: wanted,
    chroma: CHROMA,
    hasTints: true,
    hasBorders: true,
    terrain: 1,
  };
}

export const LIGHT_GROUND = groundOn([253, 252, 249]);
export const DARK_GROUND = groundOn([11, 13, 16]);

/** What a pale region keeps of the chroma of others, and how much nearer its lightness is to that of the paper. */
const PALE_CHROMA = 0.2;
const PALE_LIGHTER = 0.022;
const PALE_DARKER = 0.05;

/** Lightness of a hue against the mean. */
const lift = (hue: number) => (hue % 2 === 0 ? ALTERNATION : -ALTERNATION);

/** What the colour of a region depends on. */
type Tinted = Pick<Area, "hue" | "tones"> & Partial<Pick<Area, "isPale">>;

/** The colour of a region. The hue of the widest region that holds it stays recognisable at every level; pale ones are nearly paper. */
export function tintOf({ hue, tones, isPale }: Tinted, look: GroundLook): Rgb {
  if (isPale) return paleTint(HUES[hue]!, look);
  let { lightness } = look;
  lightness += lift(hue);
  let degrees: number = HUES[hue]!;
  let step = 1;
  for (const tone of tones) {
    lightness += (tone - 1) * TONE_LIGHTNESS * step;
    degrees += (tone - 1) * TONE_HUE * step;
    step *= FINER;
  }
  const most = look.isDark ? 1 : MOST_LIGHT;
  return lchToRgb({ lightness: Math.min(most, lightness), chroma: look.chroma, hue: degrees });
}

const paleTint = (hue: number, { lightness, chroma, isDark }: GroundLook): Rgb =>
  lchToRgb({
    lightness: isDark ? lightness - PALE_DARKER : Math.min(MOST_LIGHT, lightness + PALE_LIGHTER),
    chroma: PALE_CHROMA * chroma,
    hue,
  });

/** Above this a screen has no room for the chroma. */
const MOST_LIGHT = 0.985;

/** How different each pair of hues looks to whoever can tell them apart least, on light and on dark ground. */
export const HUE_DISTANCES: readonly (readonly number[])[] = HUES.map((_, a) =>
  HUES.map((__, b) =>
    Math.min(
      ...[LIGHT_GROUND, DARK_GROUND].map((look) =>
        leastDistance(tintOf({ hue: a, tones: [] }, look), tintOf({ hue: b, tones: [] }, look)),
      ),
    ),
  ),
);

/** A colour and how much it covers what lies under it, 0..1. */
export interface Ink {
  readonly colour: string;
  readonly opacity: number;
}

/** What a whole ground is painted with. */
export interface GroundInks {
  readonly paper: string;
  tint(area: Tinted): string;
  /** Along the inside of the borders of the widest regions, in their own hue. */
  edge(area: Pick<Area, "hue">): Ink;
  /** Between the widest regions, and between those in them. */
  readonly border: Ink;
  readonly innerBorder: Ink;
  readonly contour: Ink;
  /** Slopes that face the light and those that do not, where they are steepest. */
  readonly light: Ink;
  readonly shade: Ink;
  /** Names, darker the wider the region. */
  name(area: Pick<Area, "hue">, level: number): string;
}

/** What edges differ by from their region. */
const EDGE_CHROMA = 0.03;
const EDGE_STEP = 0.03;
/** Lightness and chroma of names by level, on light and on dark ground. */
const NAMES = {
  light: { lightness: [0.38, 0.46, 0.52], chroma: 0.045 },
  dark: { lightness: [0.82, 0.7, 0.64], chroma: 0.04 },
} as const;

export function inksFor(look: GroundLook): GroundInks {
  const { isDark, lightness, paper, terrain, hasTints, hasBorders } = look;
  const line = (away: number): string =>
    hexOf(lchToRgb({ lightness: lightness + (isDark ? away : -away), chroma: 0.01, hue: 260 }));
  const hued = (hue: number, light: number, chroma: number): string =>
    hexOf(lchToRgb({ lightness: light, chroma: look.chroma > 0 ? chroma : 0, hue: HUES[hue]! }));
  const names = isDark ? NAMES.dark : NAMES.light;
  return {
    paper,
    tint: (area) => (hasTints ? hexOf(tintOf(area, look)) : paper),
    edge: ({ hue }) => ({
      colour: hued(
        hue,
        lightness + lift(hue) + (isDark ? EDGE_STEP : -EDGE_STEP),
        look.chroma + EDGE_CHROMA,
      ),
      opacity: hasTints ? 0.45 : 0,
    }),
    border: { colour: line(isDark ? 0.2 : 0.25), opacity: hasBorders ? 1 : 0 },
    innerBorder: {
      colour: line(isDark ? 0.25 : 0.35),
      opacity: hasBorders ? 0.27 : 0,
    },
    contour: { colour: line(isDark ? 0.4 : 0.5), opacity: 0.13 * terrain },
    light: { colour: "#ffffff", opacity: (isDark ? 0.06 : 0.6) * terrain },
    shade: { colour: isDark ? "#000000" : "#1d2433", opacity: (isDark ? 0.34 : 0.04) * terrain },
    name: ({ hue }, level) => hued(hue, names.lightness[level] ?? names.lightness[2], names.chroma),
  };
}
