import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { retinaCardsQuery } from "../../../api/map-queries.ts";
import type { Filter } from "../../../model/filters/filter-model.ts";
import { useAtlas } from "../../../state/atlas.ts";
import { type CardFacts, cardFacts } from "../model/card-facts.ts";
import { useFilterReport } from "../use-filter-report.ts";

/** What the card of a filter says; null until all of it is known. */
export function useCardFacts(filter: Filter): { facts: CardFacts | null; error: unknown } {
  const { report, prepared, scored, threshold, retina, isStale, result } = useFilterReport(filter);
  const atlas = useAtlas();
  const cards = useQuery(retinaCardsQuery());
  const card = cards.data?.find(({ name }) => name === retina?.name);
  const facts = useMemo(() => {
    if (!report || !atlas || !card || threshold === null || isStale) return null;
    return cardFacts({
      filter,
      prepared,
      report,
      scored,
      threshold,
      atlas,
      retina: card,
      today: new Date(),
    });
  }, [filter, prepared, report, scored, threshold, atlas, card, isStale]);
  return { facts, error: result.error ?? cards.error };
}
