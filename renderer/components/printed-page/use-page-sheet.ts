import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type PageFacts, type Paper, textOf } from "../../model/printed-page.ts";
import { fontsNeeded, loadFonts } from "./load-fonts.ts";
import { pageSheet } from "./page-sheet.ts";
import { lettersLacking } from "./page-writer.ts";

/** Draws the letters of a text as outlines, by the program's own typeface; undefined until its files are there. */
export function useOutliner(text: string) {
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ["outlines of letters", fontsNeeded(text)],
    queryFn: async () => {
      const { outlinerOf } = await import("../../../core/image/typeface.ts");
      return { outline: outlinerOf(await loadFonts(text)) };
    },
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { outline: data?.outline, isOfBefore: isPlaceholderData, error };
}

/** The page as it is printed, and letters of it that no file of the typeface has: they are printed as “?”. */
export function usePageSheet(facts: PageFacts | null, paper: Paper) {
  const text = useMemo(() => (facts === null ? "" : textOf(facts)), [facts]);
  const { outline, isOfBefore, error } = useOutliner(text);
  const sheet = useMemo(
    () => (facts && outline ? pageSheet(facts, paper, outline) : null),
    [facts, paper, outline],
  );
  const lacking = useMemo(
    () => (outline && !isOfBefore ? lettersLacking(text, outline) : []),
    [text, outline, isOfBefore],
  );
  return { sheet, lacking, error };
}
