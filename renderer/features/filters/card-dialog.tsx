import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { retinaCardsQuery } from "../../api/map-queries.ts";
import { Button } from "../../components/controls/button.tsx";
import { Choice } from "../../components/controls/choice.tsx";
import { Dialog } from "../../components/controls/dialog.tsx";
import { Failure, Loading } from "../../components/controls/states.tsx";
import { download } from "../../components/files/download.ts";
import { safeFileName } from "../../model/file-name.ts";
import { PAPERS, type Paper } from "../../model/filters/card/paper.ts";
import { type Filter, LONGEST_USE } from "../../model/filters/filter-model.ts";
import { describeUse } from "../../state/filters/filter-state.ts";
import { useAtlas } from "../../state/retina.ts";
import { toast } from "../../state/toasts.ts";
import { type CardFacts, cardFacts } from "./model/card-facts.ts";
import { cardHtml } from "./model/card-html.ts";
import { cardSvg } from "./model/card-svg.ts";
import { useFilterReport } from "./use-filter-report.ts";
import "./filters.css";

const FORMATS = { html: "Page to print (HTML)", svg: "Drawing (SVG)" } as const;

type Format = keyof typeof FORMATS;

const PAPER_NAMES: Readonly<Record<Paper, string>> = {
  a4: PAPERS.a4.title,
  letter: PAPERS.letter.title,
};

interface CardDialogProps {
  readonly filter: Filter;
  readonly onClose: () => void;
}

/** One page that tells of a filter all that another person needs, before it is saved. */
export function CardDialog({ filter, onClose }: CardDialogProps) {
  const [format, setFormat] = useState<Format>("html");
  const [paper, setPaper] = useState<Paper>("a4");
  const { facts, error } = useCardFacts(filter);
  const preview = useMemo(() => facts && cardSvg(facts, paper), [facts, paper]);
  const save = () => {
    if (!facts) return;
    const file = safeFileName(`${filter.name} card.${format}`);
    if (format === "html") download(file, cardHtml(facts, paper), "text/html");
    else download(file, cardSvg(facts, paper), "image/svg+xml");
    toast(`Saved ${file}`);
  };
  return (
    <Dialog
      title="Filter card"
      isOpen
      width="full"
      onClose={onClose}
      actions={
        <Button tone="primary" isDisabled={!facts} onPress={save}>
          Save the card
        </Button>
      }
    >
      <div className="filter-card">
        <div className="stack gap-3 at-top">
          <IntendedUse filter={filter} />
          <Choice label="As" options={FORMATS} value={format} onChange={setFormat} />
          <Choice label="Paper" options={PAPER_NAMES} value={paper} onChange={setPaper} />
          <p className="muted">
            One page that needs nothing else. The picture alone is under Export.
          </p>
        </div>
        <div className="filter-card-preview">
          {error !== null && error !== undefined && (
            <Failure error={error} doing="Preparing the card" />
          )}
          {!facts && !error && <Loading label="Preparing the card" />}
          {preview && <Preview svg={preview} name={filter.name} />}
        </div>
      </div>
    </Dialog>
  );
}

/** Kept with every letter, as one step of undo, so that closing the box loses nothing. */
function IntendedUse({ filter }: { readonly filter: Filter }) {
  return (
    <label className="stack gap-1">
      <span>Intended use</span>
      <textarea
        className="filter-input across"
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

function Preview({ svg, name }: { readonly svg: string; readonly name: string }) {
  const [url, setUrl] = useState("");
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [svg]);
  return url === "" ? null : <img src={url} alt={`Card of the filter ${name}`} />;
}

/** What the card of a filter says; null until all of it is known. */
function useCardFacts(filter: Filter): { facts: CardFacts | null; error: unknown } {
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
