/** Terminals obey these instead of showing them: C0, DEL, C1, and what turns the order of the text that follows. */
const CONTROL = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;
/** The same without the ends of lines and cells, which texts may have. */
const CONTROLS_OF_TEXTS = new RegExp(`(?![\\t\\n]|\\r\\n)${CONTROL.source}`, "gu");

/** Whether a name contains control characters. */
export const hasControls = (name: string): boolean => CONTROL.test(name);

/** The text as a terminal may print it, with such characters as \uXXXX, which in JSON are the same characters. */
export const withoutControls = (text: string): string =>
  text.replace(
    CONTROLS_OF_TEXTS,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
