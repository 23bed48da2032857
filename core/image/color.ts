/** Red, green, blue and opacity, each 0 to 255. */
export type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

export const TRANSPARENT: Rgba = [0, 0, 0, 0];

/** Reads `#rrggbb`. @throws Error for anything else: styles are checked where they come in */
export function readColor(color: string): Rgba {
  if (!isColor(color)) throw new Error(`A colour is written #rrggbb, not ${color}.`);
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255, 255];
}

export const isColor = (color: string): boolean => /^#[0-9a-f]{6}$/i.test(color);

/** Ink over what lies under it; `share` is how much of the pixel it covers, 0 to 1. */
export function blend(ink: Rgba, under: Rgba, share: number): Rgba {
  if (share === 1) return ink;
  if (under[3] === 0) return [ink[0], ink[1], ink[2], Math.round(255 * share)];
  const mix = (i: 0 | 1 | 2) => Math.round(ink[i] * share + under[i] * (1 - share));
  return [mix(0), mix(1), mix(2), 255];
}
