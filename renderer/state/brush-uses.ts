import { useEffect } from "react";
import { create } from "zustand";

/** Something that the active view can do with the cells chosen on the map. */
export interface BrushUse {
  readonly id: string;
  /** The effect: "Take out of the filter". */
  readonly label: string;
  /** A sentence; null when it can be done. */
  readonly disabledBecause: string | null;
  /** `place` names where the cells lie; "" where that is not known. */
  run(place: string): void;
}

/** What can be done with these cells; asked with every choice. */
type Offer = (chosen: readonly number[]) => readonly BrushUse[];

/** While a view offers uses of its own, those for the expression stay in the menu. */
export const useBrushUses = create<{ readonly offer: Offer | null }>(() => ({ offer: null }));

/** Called by the active view; memoise `offer`. */
export function useOfferBrushUses(offer: Offer | null): void {
  useEffect(() => {
    useBrushUses.setState({ offer });
    return () => useBrushUses.setState({ offer: null });
  }, [offer]);
}
