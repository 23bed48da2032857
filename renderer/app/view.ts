import type { LucideIcon } from "lucide-react";
import type { ComponentType } from "react";
import type { ViewInfo } from "../../core/api/views.ts";
import type { OnDemand } from "./on-demand.ts";

/** What a view is made of, in a file that is loaded when it is opened. It is on the page only while the view is active. */
export interface ViewParts {
  /** What the person puts in. */
  readonly Lens: ComponentType;
  /** What comes out. */
  readonly Results: ComponentType;
}

/** A lens around the map. */
export interface ViewDefinition extends ViewInfo {
  readonly icon: LucideIcon;
  readonly parts: OnDemand<ViewParts>;
}
