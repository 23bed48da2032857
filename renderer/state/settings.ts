import { create } from "zustand";
import { createJSONStorage, persist } from "zustand/middleware";
import type { ThemeChoice } from "../../core/api/desktop.ts";
import { DEFAULT_STYLE, type GridStyle } from "../model/map/style.ts";
import type { TableLayout } from "../model/tables/table-layout.ts";

/** How this person likes the application; kept on this machine, apart from the workspace. */
export interface Settings {
  readonly theme: ThemeChoice;
  /** Does the wheel zoom the map by itself, or only with Ctrl/Cmd? */
  readonly wheelZooms: boolean;
  readonly showsTooltips: boolean;
  readonly tooltipDelay: number;
  readonly isComfortable: boolean;
  /** CSS pixels. */
  readonly lensWidth: number;
  readonly resultsWidth: number;
  readonly gridStyle: GridStyle;
  /** Is a fingerprint drawn in the colours of its senses? */
  readonly coloursSenses: boolean;
  readonly recentTerms: readonly string[];
  /** Codes of the languages that words are typed and found in, beside English. */
  readonly languages: readonly string[];
  /** How tables are arranged, by their name. */
  readonly tables: Readonly<Record<string, TableLayout>>;
  /** How pictures were last exported, for the image dialog; it checks what it reads. */
  readonly image: Readonly<Record<string, string | number | boolean>>;
}

export const DEFAULT_SETTINGS: Settings = {
  theme: "system",
  wheelZooms: true,
  showsTooltips: true,
  tooltipDelay: 300,
  isComfortable: false,
  lensWidth: 320,
  resultsWidth: 320,
  gridStyle: DEFAULT_STYLE,
  coloursSenses: true,
  recentTerms: [],
  languages: [],
  tables: {},
  image: {},
};

/** What an earlier version did not know yet is as at first. Stands before the store, which reads what is kept at once. */
const withUsual = (kept: Partial<Settings> | undefined, usual: Settings): Settings => ({
  ...usual,
  ...kept,
  gridStyle: { ...usual.gridStyle, ...kept?.gridStyle },
});

export const useSettings = create<Settings>()(
  persist<Settings>(() => DEFAULT_SETTINGS, {
    name: "semascope-settings",
    version: 1,
    storage: createJSONStorage<Settings>(() => localStorage),
    merge: (kept, usual) => withUsual(kept as Partial<Settings>, usual),
  }),
);

export function changeSettings(change: Partial<Settings>): void {
  useSettings.setState(change);
}

/** Remembers the widths of a table. */
export function arrangeTable(name: string, layout: TableLayout): void {
  changeSettings({ tables: { ...useSettings.getState().tables, [name]: layout } });
}

const MOST_RECENT = 12;

/** Newest first, without repeats. */
export function rememberTerm(term: string): void {
  const { recentTerms } = useSettings.getState();
  changeSettings({
    recentTerms: [term, ...recentTerms.filter((known) => known !== term)].slice(0, MOST_RECENT),
  });
}
