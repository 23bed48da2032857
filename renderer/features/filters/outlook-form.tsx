import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Filter } from "../../../core/workspace/filters/filter-model.ts";
import {
  NO_OUTLOOK,
  readShare,
  shareText,
  type TextSource,
} from "../../../core/workspace/filters/outlook.ts";
import type { Predicted } from "../../../core/workspace/filters/scored.ts";
import { collectionsQuery, rowsQuery } from "../../api/collection-queries.ts";
import { Button } from "../../components/controls/button.tsx";
import { plural } from "../../model/format.ts";
import { changeLook, openCollection, restrict } from "../../state/collection/collection-look.ts";
import type { BackdropState } from "../../state/filters/backdrops.ts";
import { changeOutlook } from "../../state/filters/filter-state.ts";
import { openWith } from "../../state/open-with.ts";
import { asOneStep } from "../../state/workspace.ts";
import { chanceLabels } from "./model/chance-labels.ts";
import { countedWords, roughly } from "./model/quality-story.ts";

interface OutlookFormProps {
  readonly filter: Filter;
  readonly predicted: Predicted;
  readonly told: BackdropState | null;
}

/** What the prediction hangs on: how many of the texts belong, and which texts stand for them. */
export function OutlookForm({ filter, predicted, told }: OutlookFormProps) {
  const { source } = filter.outlook ?? NO_OUTLOOK;
  return (
    <>
      <ShareBox filter={filter} predicted={predicted} />
      <SourceChoice filter={filter} source={source} />
      {(predicted.background.learned > 0 || !isWhole(predicted, told)) && (
        <p className="muted">{countedWords(predicted, told?.backdrop ?? null)}</p>
      )}
      {told && told.problem !== "" && source.kind === "collection" && (
        <p className="stack note caution">{told.problem}</p>
      )}
      {source.kind === "collection" && <ShareSample filter={filter} collection={source.name} />}
    </>
  );
}

/** Every text of the chosen source was counted: nothing is left to say. */
const isWhole = ({ background }: Predicted, told: BackdropState | null): boolean =>
  background.from === "given" && background.texts === told?.backdrop?.of;

interface ShareBoxProps {
  readonly filter: Filter;
  readonly predicted: Predicted;
}

/** Typed shares count at once; an empty box leaves it to the scores, or to a guess. */
function ShareBox({ filter, predicted }: ShareBoxProps) {
  const { share, labels } = filter.outlook ?? NO_OUTLOOK;
  const [typed, setTyped] = useState(share === null ? "" : shareText(share));
  const last = useRef(share);
  useEffect(() => {
    // Undo and a sample of labels change it from outside.
    if (last.current !== share) setTyped(share === null ? "" : shareText(share));
    last.current = share;
  }, [share]);
  const isWrong = typed.trim() !== "" && readShare(typed) === null;
  return (
    <>
      <label className="share-box row gap-1">
        About{" "}
        <input
          className="filter-input figures across"
          aria-label="Of 100 texts, how many belong"
          aria-invalid={isWrong || undefined}
          inputMode="decimal"
          size={4}
          maxLength={6}
          value={typed}
          placeholder={shareText(predicted.share)}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value);
            const read = readShare(value);
            if (value.trim() !== "" && read === null) return;
            last.current = read;
            changeOutlook(filter.id, { share: read, labels: null });
          }}
        />{" "}
        of 100 texts belong
      </label>
      <p className={isWrong ? "stack note caution" : "muted"} role={isWrong ? "alert" : undefined}>
        {isWrong ? `“${typed}” is no number from 0 to 100.` : shareSource(predicted, labels)}
      </p>
    </>
  );
}

/** Where the share comes from, and how far it may be off. */
function shareSource({ shareFrom, shareLow, shareHigh }: Predicted, labels: number | null): string {
  const range = `${roughly(shareLow)} to ${roughly(shareHigh)}`;
  switch (shareFrom) {
    case "given":
      return "Your number; the figures follow it.";
    case "sample":
      return `Counted on ${plural(labels ?? 0, "random label")}: ${range}.`;
    case "estimate":
      return `Estimated from the scores: ${range}. Type the number if you know it.`;
    case "assumed":
      return "Assumed. Type your own number and the figures follow.";
  }
}

interface SourceChoiceProps {
  readonly filter: Filter;
  readonly source: TextSource;
}

const COLLECTION = "collection ";

/** A collection, or texts that come with the program. */
function SourceChoice({ filter, source }: SourceChoiceProps) {
  const { data } = useQuery(collectionsQuery());
  const names = data?.collections.map(({ name }) => name) ?? [];
  const chosen = source.kind === "collection" ? source.name : null;
  const known = chosen === null || names.includes(chosen) ? names : [...names, chosen];
  const value = chosen === null ? "shipped" : COLLECTION + chosen;
  return (
    <label className="goal row">
      <span className="muted">Like texts of</span>
      <select
        className="grow"
        aria-label="Texts like those it is for"
        value={value}
        onChange={({ currentTarget: { value: next } }) =>
          changeOutlook(filter.id, { source: sourceOf(next) })
        }
      >
        {known.map((name) => (
          <option key={name} value={COLLECTION + name}>
            {name} (collection)
          </option>
        ))}
        <option value="shipped">the shipped speeches</option>
      </select>
    </label>
  );
}

function sourceOf(value: string): TextSource {
  if (value.startsWith(COLLECTION))
    return { kind: "collection", name: value.slice(COLLECTION.length) };
  return { kind: "shipped" };
}

const SEED = 40;

const MOST = 200;

/** Fewer labels say less than the scores do. */
const FEWEST = 10;

/** So many are offered for a label at a time. */
const ASKED = 20;

interface ShareSampleProps {
  readonly filter: Filter;
  readonly collection: string;
}

/** The share of a collection that belongs, counted on labels of rows that chance took. */
function ShareSample({ filter, collection }: ShareSampleProps) {
  const { share, labels } = filter.outlook ?? NO_OUTLOOK;
  const { data } = useQuery(
    rowsQuery(collection, {
      query: { sample: { rows: MOST, seed: SEED } },
      sort: null,
      offset: 0,
      limit: MOST,
    }),
  );
  if (!data) return null;
  const { labelled, belongs, next } = chanceLabels(data.rows, filter.name, SEED);
  const isUsed = labels === labelled && share === belongs / labelled;
  const ask = () => {
    const ids = next.slice(0, ASKED);
    openWith("collection");
    asOneStep(() => {
      openCollection(collection);
      changeLook(`Label for ${filter.name}`, { category: filter.name, lens: "labels" });
      restrict({ kind: "rows", ids, label: `${plural(ids.length, "row")} taken by chance` });
    });
  };
  return (
    <div className="stack gap-1">
      {labelled > 0 && (
        <p className="muted figures">
          {plural(belongs, "row")} of {labelled} labelled by chance{" "}
          {belongs === 1 ? "belongs" : "belong"}.
          {labelled < FEWEST && ` ${FEWEST} are needed; 40 are good.`}
        </p>
      )}
      <div className="row gap-1 wrap">
        {labelled >= FEWEST && !isUsed && (
          <Button
            size="small"
            onPress={() =>
              changeOutlook(filter.id, { share: belongs / labelled, labels: labelled })
            }
          >
            Use {belongs} of {labelled}
          </Button>
        )}
        {next.length > 0 && (
          <Button size="small" onPress={ask}>
            Label {labelled === 0 ? "" : "further "}rows taken by chance
          </Button>
        )}
      </div>
    </div>
  );
}
