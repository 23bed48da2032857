/** "de" -> "German" */
export const plainLanguageName = (code: string): string => languageName(code).replace(/ \(.*$/, "");

/** "de" -> "German (de)" */
export function languageName(code: string): string {
  try {
    const name = new Intl.DisplayNames(["en"], { type: "language" }).of(code);
    return name && name !== code ? `${name} (${code})` : code;
  } catch {
    return code;
  }
}
