import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type Filter, LONGEST_USE } from "../../../core/workspace/filters/filter-model.ts";
import { retinaCardsQuery } from "../../api/map-queries.ts";
import { PageDialog } from "../../components/printed-page/page-dialog.tsx";
import type { PageFacts } from "../../model/printed-page.ts";
import { describeUse } from "../../state/filters/filter-state.ts";
import { useAtlas } from "../../state/retina.ts";
import { toast } from "../../state/toasts.ts";
import { cardFacts } from "./model/card-facts.ts";
import { useFilterReport } from "./use-filter-report.ts";

interface CardDialogProps {
  readonly filter: Filter;
  readonly onClose: () => void;
}

/** One page that tells of a filter all that another person needs, before it is saved. */
export function CardDialog({ filter, onClose }: CardDialogProps) {
  const { facts, error } = useCardFacts(filter);
  return (
    <PageDialog
      title="Filter card"
      noun="card"
      facts={facts}
      error={error}
      hint="Saves one self-contained file. Export saves the picture alone."
      onSaved={(file) => toast(`Saved ${file}`)}
      onClose={onClose}
      fields={<IntendedUse filter={filter} />}
    />
  );
}

/** Kept with every letter, as one step of undo, so that closing the box loses nothing. */
function IntendedUse({ filter }: { readonly filter: Filter }) {
  return (
    <label className="stack gap-1">
      <span>Intended use</span>
      <textarea
        placeholder="What it is for, on which texts, and what it is not for"
        dir="auto"
        rows={6}
        maxLength={LONGEST_USE}
        value={filter.use ?? ""}
        onChange={({ currentTarget }) => describeUse(filter.id, currentTarget.value)}
      />
    </label>
  );
}

/** What the card of a filter says; null until all of it is known. */
function useCardFacts(filter: Filter): { facts: PageFacts | null; error: unknown } {
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
