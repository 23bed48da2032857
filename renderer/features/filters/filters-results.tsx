import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { populationArgs, reportArgs } from "../../../core/workspace/filters/ask-report.ts";
import {
  asSaved,
  type Example,
  type Filter,
  type ReadyFilter,
} from "../../../core/workspace/filters/filter-model.ts";
import type { Prepared } from "../../../core/workspace/filters/prepare-examples.ts";
import { collectionsQuery } from "../../api/collection-queries.ts";
import { engineQuery } from "../../api/query-client.ts";
import { Button } from "../../components/controls/button.tsx";
import { ActionMenu, MenuTrigger } from "../../components/controls/menu.tsx";
import { Answer, Empty, Loading } from "../../components/controls/states.tsx";
import { DecisionWhy as Why } from "../../components/explain/decision-why.tsx";
import { OverlapBar } from "../../components/terms/overlap-bar.tsx";
import type { RequestSource } from "../../model/export-source.ts";
import { formatScore, plural } from "../../model/format.ts";
import { languageName } from "../../model/language-name.ts";
import { runAction, useRegisterActions } from "../../state/actions.ts";
import { openAt } from "../../state/collection/collection-look.ts";
import { scoreByFilters } from "../../state/collection/score-run.ts";
import {
  addExamples,
  SIDE_TITLES,
  useFilterDesk,
  useOpenFilter,
} from "../../state/filters/filter-state.ts";
import { useFilterStates } from "../../state/filters/ready-filters.ts";
import { type TextInLanguage, useDecision } from "../../state/filters/use-decision.ts";
import { openWith } from "../../state/open-with.ts";
import { usePublish } from "../../state/publish.ts";
import { useRetina } from "../../state/retina.ts";
import { TYPING_MS, useThrottled } from "../../state/use-throttled.ts";
import { ExampleLink } from "./example-side.tsx";
import { filterExplained } from "./model/quality-story.ts";
import { Quality } from "./quality.tsx";
import { useFilterReport } from "./use-filter-report.ts";
import "./quality.css";

/** How good the filter is, and what it says of a text. */
export function FiltersResults() {
  const filter = useOpenFilter();
  if (!filter)
    return (
      <div className="results">
        <h2>Quality</h2>
        <Empty>
          How good the filter is, its threshold, and a box to try it on texts appear here.
        </Empty>
      </div>
    );
  return (
    <div className="results filters-results">
      <header className="results-head row gap-1 wrap">
        <h2>Quality</h2>
        <ApplyMenu filter={filter} />
      </header>
      <OneFilter key={filter.id} filter={filter} />
    </div>
  );
}

function OneFilter({ filter }: { readonly filter: Filter }) {
  const { result, report, prepared } = useFilterReport(filter);
  useOfferFilter(filter);
  return (
    <div className="results-body column gap-4 grow scroll">
      {result.isFetching && <Loading label="Computing the filter, with and without each example" />}
      {prepared.positive.length === 0 && (
        <Empty>
          {filter.examples.length === 0
            ? "Add at least one text that matches: then the filter works."
            : "No text that matches is in use yet. Add one, or fix those that are left out."}
        </Empty>
      )}
      {report && <Quality filter={filter} />}
      <TestBox filter={filter} />
    </div>
  );
}

/** Examples with their scores as a table; the request is the service's own. */
function useOfferFilter(filter: Filter): void {
  const { infos, report, scored, threshold, prepared, retina, told } = useFilterReport(filter);
  const backdrop = told?.backdrop ?? null;
  usePublish({
    exports: useMemo(() => {
      if (!report || !retina) return null;
      return {
        name: filter.name,
        settings: {
          filter: filter.name,
          version: filter.version,
          threshold: threshold ?? "",
          goal: filter.goal,
          examples: plural(infos.length, "example"),
        },
        table: () => ({
          columns: [
            "side",
            "text",
            "held-out score",
            "training score",
            "cells",
            "language",
            "notes",
          ],
          rows: infos.map(({ example, report: own, skip, marks }) => [
            SIDE_TITLES[example.side].toLowerCase(),
            example.text,
            own?.leftOutScore ?? null,
            own?.score ?? null,
            own?.cells ?? null,
            own?.language.language ?? null,
            [...new Set([...(skip ? [skip] : []), ...marks])].join(", "),
          ]),
        }),
        explanation: () =>
          threshold === null ? [] : filterExplained({ report, scored, threshold }, backdrop),
        request: requestOf(filter.name, retina.name, prepared),
      };
    }, [filter, infos, report, scored, threshold, prepared, retina, backdrop]),
  });
}

/** The service's own call; the report also knows the texts that a filter has learned from without a label. */
function requestOf(name: string, retina: string, prepared: Prepared): RequestSource {
  const { positive, negative } = prepared;
  const asTexts = (examples: readonly Example[]) => examples.map(({ text }) => ({ text }));
  if (prepared.population?.backdrop) {
    const args = { ...reportArgs(retina, prepared, name), ...populationArgs(prepared) };
    return { name: "app.filterReport", args };
  }
  return {
    name: "classify.createFilter",
    args: {
      retina_name: retina,
      filter_name: name,
      positiveExamples: asTexts(positive),
      negativeExamples: asTexts(negative),
    },
  };
}

/** Collections that are also found by name in the list of all commands. */
const MOST_COMMANDS = 12;

/** The rows of a collection, scored by this filter and shown with the scores. */
function ApplyMenu({ filter }: { readonly filter: Filter }) {
  const { data } = useQuery(collectionsQuery());
  const { ready = null, prepared } =
    useFilterStates().find((each) => each.filter.id === filter.id) ?? {};
  const disabledBecause = ready ? null : "It has no text that matches yet";
  const collections = data?.collections ?? [];
  const apply = (collection: (typeof collections)[number]) => {
    if (!ready || !prepared) return;
    openAt(collection.name, "categories");
    openWith("collection");
    void scoreByFilters(collection, [{ filter, ready, prepared }]);
  };
  useRegisterActions(
    collections.slice(0, MOST_COMMANDS).map((collection) => ({
      id: `filters.apply ${collection.name}`,
      title: `Apply ${filter.name} to ${collection.name}`,
      group: "Filters",
      disabledBecause,
      run: () => apply(collection),
    })),
  );
  return (
    <MenuTrigger>
      <Button size="small">Apply to…</Button>
      <ActionMenu
        label="Apply to"
        groups={[
          {
            entries: collections.map((collection) => ({
              id: collection.name,
              label: `${collection.name}, ${plural(collection.rows, "row")}`,
              disabledBecause,
              run: () => apply(collection),
            })),
          },
          {
            entries: [
              {
                id: "file",
                label: "A file of texts…",
                run: () => runAction("collection.choose-file"),
              },
            ],
          },
        ].filter(({ entries }) => entries.length > 0)}
      />
    </MenuTrigger>
  );
}

const scoreQuery = (retina: string, filters: readonly ReadyFilter[], text: string) =>
  queryOptions(
    engineQuery(retina, "app.filterScore", {
      retina_name: retina,
      language: "auto",
      filters: filters.map(asSaved),
      texts: [text],
    }),
  );

/** A text is judged while it is typed, by every filter there is. */
function TestBox({ filter }: { readonly filter: Filter }) {
  const retina = useRetina()?.name ?? "";
  const trial = useFilterDesk((desk) => desk.trial);
  const { asked: typed, settle } = useThrottled(trial, TYPING_MS);
  const text = typed.trim();
  const ready = useFilterStates().flatMap((state) => state.ready ?? []);
  const result = useQuery({
    ...scoreQuery(retina, ready, text),
    enabled: retina !== "" && text !== "" && ready.length > 0,
    placeholderData: keepPreviousData,
  });
  settle(result.isFetching);
  const language = result.data?.[0]?.language;
  const scores = text === "" || ready.length === 0 ? undefined : result.data?.[0]?.scores;
  const open = ready.find(({ id }) => id === filter.id);
  return (
    <section className="stack rule" aria-label="Try a text">
      <h3>Try a text</h3>
      <textarea
        className="filter-input across"
        aria-label="Text to try"
        placeholder="Type or paste a text; its score appears as you type"
        dir="auto"
        rows={3}
        value={trial}
        onChange={({ currentTarget }) => useFilterDesk.setState({ trial: currentTarget.value })}
      />
      <Answer query={result} doing="Scoring" />
      {text !== "" && !open && (
        <p className="muted">The score appears once the filter has a text that matches.</p>
      )}
      {scores && (
        <>
          <ul
            className="trial dims"
            aria-live="polite"
            data-stale={result.isPlaceholderData || undefined}
          >
            {ready.map((each, index) => (
              <Judgement
                key={each.id}
                filter={each}
                score={scores[index] ?? null}
                isOpen={each.id === filter.id}
              />
            ))}
          </ul>
          {scores.every((score) => score === null) && (
            <p className="muted">None of its words is on this map, so it has no score.</p>
          )}
          {language !== undefined && (
            <p className="muted fine">Read in {languageName(language)}.</p>
          )}
          {open && !result.isPlaceholderData && (
            <DecisionWhy filter={filter} ready={open} asked={{ text, language: "auto" }} />
          )}
          <div className="row gap-1 wrap">
            <Button size="small" onPress={() => add(filter, "positive", trial)}>
              Add to “Matches”
            </Button>
            <Button size="small" onPress={() => add(filter, "negative", trial)}>
              Add to “Does not”
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

function add(filter: Filter, side: "positive" | "negative", text: string): void {
  addExamples(filter.id, side, [text]);
  useFilterDesk.setState({ trial: "" });
}

interface JudgementProps {
  readonly filter: ReadyFilter;
  readonly score: number | null;
  readonly isOpen: boolean;
}

function Judgement({ filter, score, isOpen }: JudgementProps) {
  const { name, threshold } = filter;
  const belongs = score !== null && score >= threshold;
  return (
    <li data-open={isOpen || undefined}>
      <span className="trial-name clip" dir="auto">
        {name}
      </span>
      <OverlapBar share={score ?? 0} />
      <span className="figures">{score === null ? "–" : formatScore(score)}</span>
      <span className="trial-verdict muted" data-belongs={belongs || undefined}>
        {score === null ? "cannot tell" : belongs ? "✓ matches" : "✗ does not"}
      </span>
      <span className="muted figures trial-margin">
        {score === null
          ? ""
          : `${formatScore(Math.abs(score - threshold))} ${belongs ? "above" : "below"} the threshold`}
      </span>
    </li>
  );
}

interface DecisionWhyProps {
  readonly filter: Filter;
  readonly ready: ReadyFilter;
  readonly asked: TextInLanguage;
}

/** Why a filter decides as it does on one text, with the ways to its examples. */
function DecisionWhy({ filter, ready, asked }: DecisionWhyProps) {
  const [isOpen, setOpen] = useState(false);
  const decision = useDecision(filter, ready, asked, isOpen);
  return (
    <Why
      decision={decision}
      summary={`Why ${ready.name} decided this`}
      isOpen={isOpen}
      onToggle={setOpen}
      example={(place) => {
        const example = decision.examples[place];
        return example && <ExampleLink filter={filter} example={example} />;
      }}
    />
  );
}
