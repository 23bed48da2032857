import { queryOptions } from "@tanstack/react-query";
import { queryClient } from "../../api/query-client.ts";
import { evaluateQuery } from "../../api/subject-queries.ts";
import type { Example, Filter } from "../../model/filters/filter-model.ts";
import { prepareExamples } from "../../model/filters/prepare-examples.ts";
import { preparedKeyOf } from "../../model/filters/scored.ts";
import { useRetina } from "../../state/retina.ts";
import { findSubjects } from "./model/two-subjects.ts";

/** Fewer texts prove nothing, more take too long. */
const FEWEST_TEXTS = 4;
const MOST_TEXTS = 60;

/** Groups of texts that belong but have hardly anything in common; empty when they are of one kind. */
export function useSubjects(filter: Filter) {
  const retina = useRetina()?.name ?? "";
  const prepared = prepareExamples(filter.examples);
  const { positive } = prepared;
  const texts = positive.map(({ text }) => text);
  return queryOptions({
    queryKey: [retina, "filter subjects", prepared],
    queryKeyHashFn: () => `filter subjects ${retina} ${preparedKeyOf(prepared)}`,
    enabled: retina !== "" && texts.length >= FEWEST_TEXTS && texts.length <= MOST_TEXTS,
    queryFn: async (): Promise<readonly (readonly Example[])[]> => {
      const answers = await Promise.all(
        texts.map((text) => queryClient.fetchQuery(evaluateQuery(retina, { text }))),
      );
      const groups = findSubjects(answers.map(({ positions }) => positions));
      return groups.map((group) => group.map((index) => positive[index]!));
    },
  });
}
