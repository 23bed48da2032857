/** Made once: a table asks for a name in every row. */
const ENGLISH = new Intl.DisplayNames(["en"], { type: "language" });

/** Of two or three letters: longer words would come back as names, in lower case. */
const CODE = /^[a-z]{2,3}(-|$)/i;

/** "de" -> "German" */
export const plainLanguageName = (code: string): string => languageName(code).replace(/ \(.*$/, "");

/** "de" -> "German (de)"; what is no code, such as "German", stays. */
export function languageName(code: string): string {
  if (!CODE.test(code)) return code;
  try {
    const name = ENGLISH.of(code);
    return name && name !== code ? `${name} (${code})` : code;
  } catch {
    return code;
  }
}

/** The code that “de”, “de-AT”, “German” or “Deutsch” stands for, if it is one of these. */
export function codeOfLanguage(written: string, codes: readonly string[]): string | undefined {
  const key = written.trim().toLowerCase();
  return codes.find(
    (code) =>
      key === code ||
      /^[-_]/.test(key.startsWith(code) ? key.slice(code.length) : "") ||
      [plainLanguageName(code), ownName(code)].some((name) => name.toLowerCase() === key),
  );
}

const ownName = (code: string): string =>
  new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;
