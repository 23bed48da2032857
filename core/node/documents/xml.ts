import { Parser } from "htmlparser2";
import { utf16Order } from "../../tables/what-is-it.ts";

/** Elements come without the prefix of their namespace, attributes with it. */
export interface XmlHandler {
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
}

/** Characters that are handed to the parser at once. */
const AT_ONCE = 2 ** 20;

/** Reads the XML of an office document from beginning to end; entities of its own are not expanded. */
export function parseXml(bytes: Uint8Array, { open, close, text }: XmlHandler): void {
  const parser = new Parser(
    {
      onopentag: (name, attributes) => open?.(localName(name), attributes),
      onclosetag: (name) => close?.(localName(name)),
      ontext: (part) => text?.(part),
    },
    { xmlMode: true, decodeEntities: true },
  );
  const decoder = new TextDecoder(utf16Order(bytes) ?? "utf-8");
  for (let at = 0; at < bytes.length; at += AT_ONCE)
    parser.write(decoder.decode(bytes.subarray(at, at + AT_ONCE), { stream: true }));
  parser.write(decoder.decode());
  parser.end();
}

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

/** The texts of elements by their names, the first of each. */
export function textsOf(
  bytes: Uint8Array | undefined,
  names: readonly string[],
): Map<string, string> {
  const found = new Map<string, string>();
  if (bytes === undefined) return found;
  let current: string | undefined;
  parseXml(bytes, {
    open: (name) => {
      current = names.includes(name) && !found.has(name) ? name : undefined;
    },
    close: () => {
      current = undefined;
    },
    text: (text) => {
      if (current !== undefined) found.set(current, `${found.get(current) ?? ""}${text}`);
    },
  });
  return found;
}
