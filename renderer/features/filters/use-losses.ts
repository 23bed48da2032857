import { queryOptions } from "@tanstack/react-query";
import { filterReportQuery } from "../../api/filter-report.ts";
import { queryClient } from "../../api/query-client.ts";
import { evaluateQuery } from "../../api/subject-queries.ts";
import type { Filter } from "../../model/filters/filter-model.ts";
import { type Prepared, prepareExamples } from "../../model/filters/prepare-examples.ts";
import { preparedKeyOf } from "../../model/filters/scored.ts";
import { useRetina } from "../../state/retina.ts";

/** Cells below which a filter can hardly tell anything. */
const FEWEST_CELLS = 60;
const ASKED = 40;
const SHOWN = 3;

interface Losses {
  readonly left: number;
  readonly before: number;
  /** The texts that cover most of what the filter would be without them. */
  readonly losses: readonly {
    readonly id: string;
    readonly text: string;
    readonly cells: number;
  }[];
}

/** What each text that does not belong takes away, asked only when little is left. */
export function useLosses(filter: Filter) {
  const retina = useRetina()?.name ?? "";
  const examples = filter.examples;
  const prepared = prepareExamples(examples);
  const { positive, negative } = prepared;
  return queryOptions({
    queryKey: [retina, "filter losses", prepared],
    queryKeyHashFn: () => `filter losses ${retina} ${preparedKeyOf(prepared)}`,
    enabled: retina !== "" && positive.length > 0 && negative.length > 0,
    queryFn: () => lossesOf(retina, prepared),
  });
}

async function lossesOf(retina: string, prepared: Prepared): Promise<Losses> {
  const now = await queryClient.fetchQuery(filterReportQuery(retina, prepared));
  const left = now.positions.length;
  if (left >= FEWEST_CELLS) return { left, before: left, losses: [] };
  const alone = await queryClient.fetchQuery(
    filterReportQuery(retina, { ...prepared, negative: [] }),
  );
  const own = new Set(alone.positions);
  const asked = prepared.negative.slice(0, ASKED);
  const covers = await Promise.all(
    asked.map(({ text }) => queryClient.fetchQuery(evaluateQuery(retina, { text }))),
  );
  const losses = asked
    .map(({ id, text }, index) => ({
      id,
      text,
      cells: covers[index]!.positions.filter((position) => own.has(position)).length,
    }))
    .filter(({ cells }) => cells > 0)
    .sort((a, b) => b.cells - a.cells)
    .slice(0, SHOWN);
  return { left, before: own.size, losses: left < own.size ? losses : [] };
}
