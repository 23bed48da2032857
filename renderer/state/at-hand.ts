import { useEffect } from "react";
import { create } from "zustand";

/** Rows of a collection that a person has picked out. */
export interface TextsAtHand {
  /** What they are together; a filter that is made of them gets this name. */
  readonly name: string;
  readonly texts: readonly string[];
  readonly collection: string;
}

export const useTextsAtHand = create<{ readonly offered: TextsAtHand | null }>(() => ({
  offered: null,
}));

/** While the calling component is on the page, these texts are what the keys after W take along; memoise them. */
export function useOfferTexts(offered: TextsAtHand | null): void {
  useEffect(() => {
    if (offered === null) return;
    useTextsAtHand.setState({ offered });
    return () => useTextsAtHand.setState({ offered: null });
  }, [offered]);
}
