import type { JsonValue } from "../../../core/api/schema/json-value.ts";
import { pins } from "../pins.ts";
import { subject } from "../subject.ts";
import { workspace } from "../workspace.ts";

/** Where expressions name a filter: they can no longer be worked out once it is gone. */
export function usesOf(name: string): string[] {
  const { compare } = workspace.getState().content;
  const pinned = pins.read().filter(({ source }) => namesFilter(source, name));
  return [
    ...(namesFilter(subject.read().expression, name) ? ["the expression in Explore"] : []),
    ...pinned.map(({ label }) => `the pin ${label}`),
    ...(namesFilter(compare ?? null, name) ? ["an item of Compare"] : []),
  ];
}

/** Names of filters are found whatever their case, as in expressions. */
function namesFilter(value: JsonValue, name: string): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, part]) =>
    key === "filter" && typeof part === "string"
      ? part.toLowerCase() === name.toLowerCase()
      : namesFilter(part, name),
  );
}
