import { apiReference } from "../../core/api/reference.ts";

const START = "<!-- api:start -->\n";
const END = "<!-- api:end -->";

/** A document with the part between the marks written again from the table. */
export function withReference(document: string): string {
  const start = document.indexOf(START);
  const end = document.indexOf(END);
  if (start === -1 || end === -1) throw new Error("The document has no place for the reference.");
  return `${document.slice(0, start + START.length)}\n${apiReference()}\n\n${document.slice(end)}`;
}
