import { queryOptions, useQueries, useQuery } from "@tanstack/react-query";
import { askReport } from "../../../core/workspace/filters/ask-report.ts";
import type { ReadyFilter } from "../../../core/workspace/filters/filter-model.ts";
import type { Prepared } from "../../../core/workspace/filters/prepare-examples.ts";
import { preparedKeyOf } from "../../../core/workspace/filters/scored.ts";
import { call } from "../../api/client.ts";
import { engineQuery } from "../../api/query-client.ts";

/** The language that a text is judged in, where it is another than that of the retina in use. */
export interface TrialLanguage {
  readonly code: string;
  /** English name. */
  readonly name: string;
  /** The retina that reads it. */
  readonly retina: string;
}

/** Undefined for names, short phrases, and languages that there is no pack of. */
export function useTrialLanguage(retina: string, text: string): TrialLanguage | undefined {
  const { data } = useQuery({
    ...engineQuery(retina, "app.textBench", { retina_name: retina, text }),
    enabled: retina !== "" && text !== "",
  });
  const code = data?.language.iso_tag ?? null;
  const foreign = data?.foreign ?? null;
  if (code === null || foreign === null || foreign.retina === null) return undefined;
  return { code, name: foreign.language, retina: foreign.retina };
}

interface Asked {
  readonly ready: ReadyFilter;
  readonly prepared: Prepared;
}

/** The filters with the line that each has in a language; how many texts that come with the program they were drawn among. */
export function useLinesIn(
  retina: string,
  language: TrialLanguage | undefined,
  asked: readonly Asked[],
): { readonly filters: readonly ReadyFilter[]; readonly texts: number } {
  const found = useQueries({
    queries: asked.map(({ prepared }) => ({
      ...lineQuery(retina, language?.code ?? "", prepared),
      enabled: retina !== "" && language !== undefined,
    })),
  });
  const lines = found.map(({ data }) => (language === undefined ? undefined : data));
  return {
    filters: asked.map(({ ready }, at) => ({
      ...ready,
      threshold: ready.threshold * (lines[at]?.factor ?? 1),
    })),
    texts: Math.max(0, ...lines.map((line) => line?.texts ?? 0)),
  };
}

const lineQuery = (retina: string, language: string, prepared: Prepared) =>
  queryOptions({
    queryKey: [retina, "line in a language", language, prepared] as const,
    queryKeyHashFn: () => `line in ${language} ${retina} ${preparedKeyOf(prepared)}`,
    queryFn: async ({ signal }) => {
      const languages = [{ language, texts: [] }];
      const { threshold } = await askReport(
        (args) => call("app.filterReport", { ...args, languages }, signal),
        retina,
        prepared,
      );
      const [line] = threshold.languages ?? [];
      const factor = line && threshold.suggested > 0 ? line.suggested / threshold.suggested : 1;
      return { factor, texts: line?.texts ?? 0 };
    },
  });
