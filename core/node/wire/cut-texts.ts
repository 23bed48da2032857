import { endpoints } from "../../api/table.ts";
import { MOST_TEXTS } from "../../handlers/limits.ts";
import { Transfer, transferList } from "../threads/protocol.ts";
import type { RawCall } from "./answer.ts";
import { readArguments } from "./read-arguments.ts";

/** Characters of the texts of a part: about 15 ms, for which another call may have to wait. */
const PART = 32 * 1024;

interface Item {
  readonly text: string;
}

/** The texts of a call as bodies of calls of a few texts each; none where the call is odd in any way. */
export function cutTexts(call: RawCall): Transfer<readonly Uint8Array[]> {
  const { body } = readArguments(endpoints[call.name], call.search, call.body);
  const parts = partsOf(body).map((part) => new TextEncoder().encode(JSON.stringify(part)));
  return new Transfer(parts, parts.flatMap(transferList));
}

/** A few texts each, in order; none where the list is odd in any way. */
export function partsOf(body: unknown): Item[][] {
  const texts = plainTexts(body);
  const parts: Item[][] = [];
  let first = 0;
  let size = 0;
  texts.forEach(({ text }, i) => {
    size += text.length;
    if (size < PART && i + 1 < texts.length) return;
    parts.push(texts.slice(first, i + 1));
    first = i + 1;
    size = 0;
  });
  return parts;
}

function plainTexts(items: unknown): readonly Item[] {
  if (!Array.isArray(items) || items.length > MOST_TEXTS || !items.every(isItem)) return [];
  return items.map(({ text }) => ({ text }));
}

const isItem = (item: unknown): item is Item =>
  typeof item === "object" && item !== null && "text" in item && typeof item.text === "string";
