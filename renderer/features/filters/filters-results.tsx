import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { populationArgs, reportArgs } from "../../../core/workspace/filters/ask-report.ts";
import type { Example, Filter } from "../../../core/workspace/filters/filter-model.ts";
import type { Prepared } from "../../../core/workspace/filters/prepare-examples.ts";
import { collectionsQuery } from "../../api/collection-queries.ts";
import { Button } from "../../components/controls/button.tsx";
import { ActionMenu, MenuTrigger } from "../../components/controls/menu.tsx";
import { Empty, Loading } from "../../components/controls/states.tsx";
import type { RequestSource } from "../../model/export-source.ts";
import { plural } from "../../model/format.ts";
import { runAction, useRegisterActions } from "../../state/actions.ts";
import { openAt } from "../../state/collection/collection-look.ts";
import { scoreByFilters } from "../../state/collection/score-run.ts";
import { SIDE_TITLES, useOpenFilter } from "../../state/filters/filter-state.ts";
import { useFilterStates } from "../../state/filters/ready-filters.ts";
import { openWith } from "../../state/open-with.ts";
import { usePublish } from "../../state/publish.ts";
import { filterExplained } from "./model/quality-story.ts";
import { Quality } from "./quality.tsx";
import { TestBox } from "./test-box.tsx";
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
