import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Filter } from "../../../core/workspace/filters/filter-model.ts";
import { asSaved, type ReadyFilter } from "../../../core/workspace/filters/filter-model.ts";
import { engineQuery } from "../../api/query-client.ts";
import { Button } from "../../components/controls/button.tsx";
import { Answer } from "../../components/controls/states.tsx";
import { DecisionWhy as Why } from "../../components/explain/decision-why.tsx";
import { OverlapBar } from "../../components/terms/overlap-bar.tsx";
import { formatScore } from "../../model/format.ts";
import { languageName } from "../../model/language-name.ts";
import { addExamples, useFilterDesk } from "../../state/filters/filter-state.ts";
import { useFilterStates } from "../../state/filters/ready-filters.ts";
import { type TextInLanguage, useDecision } from "../../state/filters/use-decision.ts";
import { useRetina } from "../../state/retina.ts";
import { TYPING_MS, useThrottled } from "../../state/use-throttled.ts";
import { ExampleLink } from "./example-side.tsx";

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
export function TestBox({ filter }: { readonly filter: Filter }) {
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
