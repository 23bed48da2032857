const MODIFIERS = new Set(["Control", "Shift", "Alt", "Meta", "AltGraph"]);
/** Keys that belong to the platform: close, new, quit, print, reload and tabs of a browser. */
const PLATFORM = new Set(["$mod+w", "$mod+n", "$mod+t", "$mod+q", "$mod+p", "$mod+r"]);

/** A key press in tinykeys' notation; null for a lone modifier or a key of the platform. */
export function pressOf(event: {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}): string | null {
  if (MODIFIERS.has(event.key)) return null;
  // A space would end the press in tinykeys' notation.
  const named = event.key === " " ? "Space" : event.key;
  const press = [
    event.ctrlKey || event.metaKey ? "$mod" : "",
    event.altKey ? "Alt" : "",
    event.shiftKey ? "Shift" : "",
    named.length === 1 ? named.toLowerCase() : named,
  ]
    .filter(Boolean)
    .join("+");
  return PLATFORM.has(press) ? null : press;
}
