const isMac = typeof navigator !== "undefined" && /mac/i.test(navigator.platform);

/** Whether a key press is one of `keys`, written as "$mod+d,Alt+ArrowUp". */
export const isPress = (event: PressLike, keys: string): boolean =>
  keys.split(",").some((each) => matches(event, each.split("+")));

export type PressLike = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

function matches(event: PressLike, parts: readonly string[]): boolean {
  const key = parts.at(-1) ?? "";
  const modifiers = new Set(parts.slice(0, -1));
  const hasMod = modifiers.has("$mod");
  const command = isMac ? event.metaKey : event.ctrlKey;
  const other = isMac ? event.ctrlKey : event.metaKey;
  return (
    event.key.toLowerCase() === key.toLowerCase() &&
    command === hasMod &&
    !other &&
    event.altKey === modifiers.has("Alt") &&
    event.shiftKey === modifiers.has("Shift")
  );
}
