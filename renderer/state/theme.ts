import { useSyncExternalStore } from "react";
import type { ThemeChoice } from "../../core/api/desktop.ts";
import { changeSettings, useSettings } from "./settings.ts";

type Theme = "light" | "dark";
const listeners = new Set<() => void>();

/** Follows the choice and the system. Runs before the first render: whoever reads a colour reads the right one. */
export function startTheme(): void {
  const systemDark = window.matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    const { theme } = useSettings.getState();
    const dark = theme === "dark" || (theme === "system" && systemDark.matches);
    document.documentElement.dataset.theme = dark ? "dark" : "light";
    for (const listener of listeners) listener();
  };
  systemDark.addEventListener("change", apply);
  window.matchMedia("(forced-colors: active)").addEventListener("change", apply);
  useSettings.subscribe((after, before) => {
    if (after.theme !== before.theme) apply();
  });
  apply();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The theme in effect, after the system's wish. */
export const useTheme = (): Theme =>
  useSyncExternalStore(subscribe, () =>
    document.documentElement.dataset.theme === "dark" ? "dark" : "light",
  );

export function chooseTheme(theme: ThemeChoice): void {
  changeSettings({ theme });
  window.desktop?.setTheme(theme);
}
