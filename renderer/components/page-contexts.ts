import { createContext } from "react";
import type { TableLayout } from "../model/tables/table-layout.ts";

/**
 * What presentation takes from the page around it where props would pass through every part: filled by
 * `app/page-providers.tsx`, so that no component knows a store. Without a page the usual values hold.
 */
export const ThemeContext = createContext("light");

/** Says a sentence to screen readers. */
export const AnnounceContext = createContext<(sentence: string) => void>(() => undefined);

interface TableLook {
  readonly isComfortable: boolean;
  /** The widths that the user gave tables, by their name. */
  readonly layouts: Readonly<Record<string, TableLayout>>;
  /** Remembers them. */
  readonly arrange: (name: string, layout: TableLayout) => void;
}

export const TableContext = createContext<TableLook>({
  isComfortable: false,
  layouts: {},
  arrange: () => undefined,
});
