const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
const LONGEST = 120;

/** Any label as a file name that every system accepts; the ending is kept. */
export function safeFileName(name: string): string {
  const dot = name.lastIndexOf(".");
  const stem = dot > 0 ? name.slice(0, dot) : name;
  const ending = dot > 0 ? name.slice(dot) : "";
  const clean = [...stem]
    .map((character) =>
      character < " " || '<>:"/\\|?*\u007f'.includes(character) ? "-" : character,
    )
    .slice(0, LONGEST)
    .join("")
    .replace(/^[\s.]+|[\s.]+$/g, "");
  const safe = clean === "" ? "semascope" : clean;
  return `${RESERVED.test(safe) ? "_" : ""}${safe}${ending}`;
}
