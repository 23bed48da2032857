import type { LucideIcon } from "lucide-react";
import type { ComponentType } from "react";
import type { ViewInfo } from "../../core/api/views.ts";

/** What a view adds to its line in the list of views. Its parts are on the page only while it is the active view. */
export interface ViewParts {
  readonly icon: LucideIcon;
  /** What the person puts in. */
  readonly Lens: ComponentType;
  /** What comes out. */
  readonly Results: ComponentType;
  /** Both are long: where they would share a column, each gets it whole, behind a tab. */
  readonly isTall?: boolean;
}

/** A lens around the map. */
export type ViewDefinition = ViewInfo & ViewParts;
