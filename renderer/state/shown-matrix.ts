import { useEffect } from "react";
import { create } from "zustand";
import type { ShownMatrix } from "../model/shown-matrix.ts";

export const useShownMatrix = create<{ readonly matrix: ShownMatrix | null }>(() => ({
  matrix: null,
}));

/** Called by the view that shows the matrix; memoise it. `order` says in words how the items are ordered. */
export function useShowMatrix(matrix: Omit<ShownMatrix, "order">, order = ""): void {
  useEffect(() => {
    useShownMatrix.setState({ matrix: { ...matrix, order } });
    return () => useShownMatrix.setState({ matrix: null });
  }, [matrix, order]);
}
