/** Sizes of paper in CSS pixels, 96 to the inch. */
export const PAPERS = {
  a4: { title: "A4", css: "A4", width: 794, height: 1123 },
  letter: { title: "Letter", css: "letter", width: 816, height: 1056 },
} as const;

export type Paper = keyof typeof PAPERS;

export const INK = "#1d1d1b";
export const QUIET = "#5c5a55";
export const RULE = "#d8d5cc";
export const BAR = "#106186";
