import type { LucideIcon } from "lucide-react";
import type { ComponentType } from "react";

/** A lens around the map. Its parts are on the page only while it is the active view. */
export interface ViewDefinition {
  /** Stable: "build". The action "go.build" leads there. */
  readonly id: string;
  readonly title: string;
  readonly icon: LucideIcon;
  /** The letter after G: "b" for "g b". */
  readonly key: string;
  /** One sentence for the palette and the tip. */
  readonly purpose: string;
  /** What the person puts in. */
  readonly Lens: ComponentType;
  /** What comes out. */
  readonly Results: ComponentType;
}
