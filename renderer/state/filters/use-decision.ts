import { useQuery } from "@tanstack/react-query";
import type { ReadyFilter } from "../../../core/workspace/filters/filter-model.ts";
import { type Filter, textsOf } from "../../../core/workspace/filters/filter-model.ts";
import { prepareExamples } from "../../../core/workspace/filters/prepare-examples.ts";
import { matchQuery } from "../../api/subject-queries.ts";
import { clearBrush, setBrush, useBrushedPatch } from "../brush.ts";
import { hoverTerm } from "../hover.ts";
import { useRetina } from "../retina.ts";

/** A text, with the code of its language where it is another than that of the retina. */
export interface TextInLanguage {
  readonly text: string;
  readonly language?: string | undefined;
  /** The reader whose encoder reads it; undefined where its words do. */
  readonly reader?: string | undefined;
}

interface Region {
  readonly label: string;
  readonly positions: readonly number[];
}

/** Why a filter decides as it does on a text, as `DecisionWhy` shows it; asked for once it is open. */
export function useDecision(
  filter: Filter,
  ready: ReadyFilter,
  { text, language, reader }: TextInLanguage,
  isOpen: boolean,
) {
  const retina = useRetina()?.name ?? "";
  const { positive } = prepareExamples(filter.examples);
  const result = useQuery({
    ...matchQuery(
      retina,
      { text, ...(language === undefined ? {} : { language }) },
      { positions: [...ready.positions] },
      { examples: textsOf(positive), reader },
    ),
    enabled: isOpen && retina !== "" && ready.positions.length > 0,
  });
  const region = useBrushedPatch(result.data?.regions ?? []);
  return {
    text,
    result,
    region,
    chooseRegion: ({ label, positions }: Region) => {
      if (region === label) clearBrush();
      else setBrush(`Choose the region ${label}`, positions);
    },
    hoverRegion: (row: Region | null) =>
      hoverTerm(row && { name: row.label, positions: row.positions }),
    /** Texts that the filter is made of, in the order of the answer's `examples`. */
    examples: positive,
  };
}
