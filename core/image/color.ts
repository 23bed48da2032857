/** Red, green, blue and opacity, each 0 to 255. */
export type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

/** Reads `#rrggbb`. @throws Error for anything else: styles are checked where they come in */
export function readColor(color: string): Rgba {
  if (!isColor(color)) throw new Error(`A colour is written #rrggbb, not ${color}.`);
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255, 255];
}

export const isColor = (color: string): boolean => /^#[0-9a-f]{6}$/i.test(color);
