import type { ExpressionJson } from "../../core/api/schema/json-value.ts";
import type { ViewId } from "../../core/api/views.ts";
import { giveExamples } from "../features/collection/label-rows.ts";
import { MOST_ITEMS } from "../features/compare/model/comparison.ts";
import { textBench } from "../features/text/text-bench.ts";
import { labelOf } from "../model/fingerprint.ts";
import { isSubjectView } from "../model/subject.ts";
import { type Action, useRegisterActions } from "../state/actions.ts";
import { addExamples, newFilter } from "../state/filters/filter-state.ts";
import { useNavigation } from "../state/navigation.ts";
import { openWith } from "../state/open-with.ts";
import { type TextsAtHand, usePublished } from "../state/publish.ts";
import { asOneStep } from "../state/workspace.ts";

/** What is taken along: texts that are picked out, else what the map shows. */
interface AtHand {
  readonly expressions: readonly ExpressionJson[];
  readonly labels: readonly string[];
  readonly texts: readonly string[];
  readonly offered: TextsAtHand | null;
}

const GROUP = "Current selection";
const NOTHING_SHOWN = "The map shows no fingerprint, and no row is chosen";

/** Commands that take what is at hand to another view. */
export function useTakeAlong(): void {
  const hand = useAtHand();
  const [first] = hand.expressions;
  const no = first === undefined ? NOTHING_SHOWN : null;
  const one = no ?? (hand.expressions.length > 1 ? "Choose one row only" : null);
  const noText = no ?? (hand.texts.length === 0 ? "Filters and Text need a text" : null);
  const take = (id: ViewId, rest: Pick<Action, "title" | "run"> & Reason) => ({
    id: `take.${id}`,
    group: GROUP,
    ...rest,
  });
  useRegisterActions([
    take("explore", {
      title: "Explore it: its senses, and terms similar to it",
      disabledBecause: one,
      run: () => first && look(first),
    }),
    take("compare", {
      title: "Compare it with another, or the chosen rows",
      disabledBecause:
        no ?? (hand.expressions.length > MOST_ITEMS ? `Choose at most ${MOST_ITEMS} rows` : null),
      run: () => openWith("compare", hand.expressions, hand.labels),
    }),
    take("filters", {
      title: "Create a filter from its text or the chosen rows",
      disabledBecause: noText,
      run: () => makeFilterOf(hand),
    }),
    take("text", {
      title: "Read its text word by word",
      disabledBecause: noText ?? (hand.texts.length > 1 ? "Choose one row only" : null),
      run: () =>
        openWith(
          "text",
          hand.texts.slice(0, 1).map((text) => ({ text })),
        ),
    }),
  ]);
}

/** What is looked at already keeps its names and notes: nothing is made again. */
function look(expression: ExpressionJson): void {
  const isHere = isSubjectView(useNavigation.getState().view);
  openWith("explore", isHere ? [] : [expression]);
}

interface Reason {
  readonly disabledBecause: string | null;
}

function useAtHand(): AtHand {
  const offered = usePublished(({ texts }) => texts);
  const view = useNavigation((state) => state.view);
  const { text } = textBench.use();
  const { fingerprint } = usePublished(({ map }) => map);
  if (offered) {
    const { texts } = offered;
    const expressions = texts.map((text) => ({ text }));
    return { expressions, labels: texts.map((text) => text.slice(0, 40)), texts, offered };
  }
  // In Text nothing has to wait for the cells, and with its slices shown the whole text is at hand.
  if (!fingerprint && view === "text" && text.trim() !== "")
    return { expressions: [{ text }], labels: [labelOf({ text })], texts: [text], offered };
  if (!fingerprint) return { expressions: [], labels: [], texts: [], offered };
  const { source, label } = fingerprint;
  const texts = "text" in source ? [source.text] : [];
  return { expressions: [source], labels: [label], texts, offered };
}

/** Rows have a name that fits them; a filter of one text waits for its name. */
function makeFilterOf({ offered, texts }: AtHand): void {
  if (offered) {
    giveExamples(offered.name, { positive: texts, negative: [] }, offered.collection);
    return;
  }
  openWith("filters");
  asOneStep(() => addExamples(newFilter().id, "positive", texts));
}
