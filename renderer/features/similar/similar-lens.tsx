import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { termQuery } from "../../api/map-queries.ts";
import { Chip } from "../../components/controls/chip.tsx";
import { Empty } from "../../components/controls/states.tsx";
import { TermInput } from "../../components/terms/term-input.tsx";
import { askAhead } from "../../state/ask-ahead.ts";
import { openWith } from "../../state/open-with.ts";
import { usePublish } from "../../state/publish.ts";
import { useRetina } from "../../state/retina.ts";
import { rememberTerm, useSettings } from "../../state/settings.ts";
import { followSubject } from "../../state/similar/explorer-tabs.ts";
import { setMissed, setPattern, useMissed, usePattern } from "../../state/similar/similar-state.ts";
import { subject } from "../../state/subject.ts";
import { useSubjectOnMap } from "../../state/subject-on-map.ts";
import { useCompletions } from "../../state/use-completions.ts";
import { DenseNotice } from "./dense-notice.tsx";
import { ExplorerTabs } from "./explorer-tabs-bar.tsx";
import { MissedTerm } from "./missed-term.tsx";
import { PatternWords } from "./pattern-words.tsx";
import { QueryLine } from "./query-line.tsx";
import { Senses } from "./senses.tsx";
import { TermFacts } from "./term-facts.tsx";
import { Trail } from "./trail.tsx";
import "./similar.css";

/** The query, the walk that led to it, what is known of it, and its senses. */
export function SimilarLens() {
  usePublish({ map: useSubjectOnMap() });
  const now = subject.use();
  const { expression } = now;
  const { missed } = useMissed();
  const { pattern } = usePattern();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was looked up in vain belongs to one walk
  useEffect(() => setMissed(null), [expression]);
  useEffect(() => {
    if (now.expression) followSubject(now);
  }, [now]);
  return (
    <div className="lens">
      <h2>Similar</h2>
      <LookUp isFirst={expression === null} />
      <ExplorerTabs />
      <Trail />
      {pattern !== null && <PatternWords key={pattern} pattern={pattern} />}
      {missed && <MissedTerm missed={missed} />}
      {expression === null ? (
        <FirstSteps />
      ) : (
        <>
          <QueryLine />
          {"term" in expression && <TermFacts term={expression.term} />}
          <DenseNotice />
          <Senses />
        </>
      )}
    </div>
  );
}

/** Unknown terms change nothing: the list and the walk stay, and ways on are offered. */
function LookUp({ isFirst }: { readonly isFirst: boolean }) {
  const retina = useRetina()?.name ?? "";
  const client = useQueryClient();
  const complete = useCompletions(retina);
  const recent = useSettings(({ recentTerms }) => recentTerms);
  const turn = useRef(0);
  const lookUp = async (typed: string) => {
    const own = ++turn.current;
    askAhead(retina, { term: typed });
    const found = await client.fetchQuery(termQuery(retina, typed)).catch(() => null);
    // The latest question counts, whichever is answered first.
    if (own !== turn.current) return;
    if (!found) {
      openWith("similar", [{ term: typed }]);
      return;
    }
    if (!found.known) {
      setMissed(found);
      return;
    }
    setMissed(null);
    rememberTerm(found.term);
    openWith("similar", [{ term: found.term }]);
  };
  return (
    <TermInput
      label="Term to look up"
      placeholder={isFirst ? "Type a word" : "Go to another word"}
      autoFocus
      complete={complete}
      recent={recent}
      onTerm={(typed) => void lookUp(typed)}
      onText={(text) => {
        turn.current++;
        openWith("similar", [{ text }]);
      }}
      onPattern={setPattern}
    />
  );
}

const EXAMPLES = ["jaguar", "bank", "music", "java"];

function FirstSteps() {
  const recent = useSettings(({ recentTerms }) => recentTerms);
  const offered = recent.length > 0 ? recent.slice(0, 8) : EXAMPLES;
  return (
    <Empty title="Go from word to word through similar terms.">
      <p>
        Type a word, or begin with {recent.length > 0 ? "one you used recently" : "one of these"}.
        Enter or a double click on a result goes there; Alt+← comes back. Three letters and a * or ?
        list every word that fits: moto*.
      </p>
      <div className="similar-chips">
        {offered.map((term) => (
          <Chip key={term} onPress={() => openWith("similar", [{ term }])}>
            {term}
          </Chip>
        ))}
      </div>
    </Empty>
  );
}
