const isMac = typeof navigator !== "undefined" && /mac/i.test(navigator.platform);

const SIGNS: Readonly<Record<string, string>> = {
  $mod: isMac ? "⌘" : "Ctrl",
  Shift: isMac ? "⇧" : "Shift",
  Alt: isMac ? "⌥" : "Alt",
  Control: isMac ? "⌃" : "Ctrl",
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Escape: "Esc",
};

/** "$mod+Shift+z" -> "Ctrl+Shift+Z", as this platform writes keys. */
export const formatKeys = (keys: string): string =>
  keys
    .split(/(?<=.)\+/)
    .map((part) => SIGNS[part] ?? (part.length === 1 ? part.toUpperCase() : part))
    // A key by its place, "KeyA", is named by the letter of a QWERTY board.
    .map((part) => part.replace(/^Key(?=[A-Z]$)/, ""))
    .join(isMac ? "" : "+");

export const Keys = ({ keys }: { readonly keys: string }) => <kbd>{formatKeys(keys)}</kbd>;
