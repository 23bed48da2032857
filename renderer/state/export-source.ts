import { useEffect } from "react";
import { create } from "zustand";
import type { ExportSource } from "../model/export-source.ts";

export const useExportSource = create<{ readonly source: ExportSource | null }>(() => ({
  source: null,
}));

/** Called by the active view; memoise `source`. */
export function useOfferExport(source: ExportSource | null): void {
  useEffect(() => {
    useExportSource.setState({ source });
    return () => useExportSource.setState({ source: null });
  }, [source]);
}
