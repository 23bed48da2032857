import { useMutation, useQueryClient } from "@tanstack/react-query";
import { memo, useEffect, useRef, useState } from "react";
import type { ExpressionJson } from "../../../core/api/schema/json-value.ts";
import { parseLine } from "../../../core/expression/parse-line.ts";
import { hasContractForm, printContract } from "../../../core/expression/print-json.ts";
import type { CollectionInfo } from "../../api/collection-queries.ts";
import { termQuery } from "../../api/map-queries.ts";
import { Button } from "../../components/controls/button.tsx";
import { Failure } from "../../components/controls/states.tsx";
import { TermInput } from "../../components/terms/term-input.tsx";
import type { Restriction } from "../../model/collection/restrictions.ts";
import { useRegisterActions } from "../../state/actions.ts";
import { restrict, useLiveLook } from "../../state/collection/collection-look.ts";
import { useFilterStates } from "../../state/filters/ready-filters.ts";
import { pins } from "../../state/pins.ts";
import { useCompletions } from "../../state/use-completions.ts";
import { searchLike } from "./search-like.ts";

interface SearchBoxProps {
  readonly info: CollectionInfo;
  /** What is searched for now. */
  readonly like: Restriction | undefined;
  readonly words: Restriction | undefined;
}

/** Asks by meaning, by words that have to be there, or by a pinned fingerprint. */
export const SearchBox = memo(function SearchBox({ info, like: now, words }: SearchBoxProps) {
  const retina = info.retina.name;
  const client = useQueryClient();
  const complete = useCompletions(retina);
  const box = useRef<HTMLDivElement>(null);
  useRegisterActions([
    {
      id: "collection.search",
      title: "Search the collection by meaning",
      group: "Collection",
      keys: "/",
      run: () => box.current?.querySelector("input")?.focus(),
    },
  ]);
  const searching = useMutation({
    mutationFn: (search: [find: Parameters<typeof searchLike>[1], label?: string]) =>
      searchLike(info, ...search),
  });
  const like = (...search: [find: Parameters<typeof searchLike>[1], label?: string]) =>
    searching.mutate(search);
  const take = (typed: string) => {
    const line = expressionIn(typed);
    if (line) like(line);
    else
      like(async () => {
        const found = await client.fetchQuery(termQuery(retina, typed)).catch(() => null);
        return found?.known ? { term: found.term } : { text: typed };
      });
  };
  return (
    <div className="stack" ref={box}>
      <TermInput
        label="Search by meaning"
        placeholder="A word or a sentence"
        complete={complete}
        onTerm={take}
        onText={(text) => like({ text })}
      />
      {searching.error && (
        <Failure error={searching.error} doing="Searching">
          <Button size="small" onPress={searching.reset}>
            Close
          </Button>
        </Failure>
      )}
      {now?.kind === "like" && <LeastCloseness now={now} />}
      <WordsBox words={words?.kind === "words" ? words.words : ""} />
      <PinnedChoice onLike={like} />
      <FilterChoice onLike={like} />
    </div>
  );
});

/** How close a row has to be; only while something is searched for by meaning. */
function LeastCloseness({ now }: { readonly now: Extract<Restriction, { kind: "like" }> }) {
  const live = useLiveLook().restrictions.find(({ kind }) => kind === "like");
  const { least = 0 } = live?.kind === "like" ? live : now;
  return (
    <label className="stack gap-half fine muted">
      <span>
        Minimum similarity: <output className="figures">{least.toFixed(2)}</output>
      </span>
      <input
        type="range"
        aria-label="Minimum similarity"
        min={0}
        max={0.8}
        step={0.01}
        value={least}
        onChange={({ currentTarget }) =>
          restrict({ ...now, least: Number(currentTarget.value) }, "minimum similarity")
        }
      />
    </label>
  );
}

/** A line with operators; plain words are looked up as a term or read as a text. */
function expressionIn(typed: string): ExpressionJson | null {
  if (!/[+&^|()]|\s[-−]\s/.test(typed)) return null;
  const { expression } = parseLine(typed, { isPhrase: () => false });
  return expression && hasContractForm(expression) ? printContract(expression).expression : null;
}

function WordsBox({ words }: { readonly words: string }) {
  const [typed, setTyped] = useState(words);
  useEffect(() => setTyped(words), [words]);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() !== "") restrict({ kind: "words", words: typed.trim() });
      }}
    >
      <input
        className="across"
        type="text"
        aria-label="Words the text must contain"
        placeholder={'Exact: "free trade" -war'}
        dir="auto"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </form>
  );
}

interface PinnedChoiceProps {
  readonly onLike: (expression: ExpressionJson, label: string) => void;
}

/** What lies on the shelf can be asked for as it is. */
function PinnedChoice({ onLike }: PinnedChoiceProps) {
  const pinned = pins.use();
  if (pinned.length === 0) return null;
  return (
    <select
      aria-label="Search by a pinned fingerprint"
      value=""
      onChange={({ currentTarget }) => {
        const found = pinned.find(({ id }) => id === currentTarget.value);
        if (found) onLike({ positions: found.positions }, found.label);
      }}
    >
      <option value="">Like a pinned fingerprint…</option>
      {pinned.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </select>
  );
}

/** A filter ranks the rows by how close they are to what it stands for. */
function FilterChoice({ onLike }: PinnedChoiceProps) {
  const states = useFilterStates();
  const ready = states.flatMap((each) => (each.ready === null ? [] : [each.ready]));
  const coming = states.filter((each) => each.ready === null && each.problem === "");
  if (ready.length + coming.length === 0) return null;
  return (
    <select
      aria-label="Search by a filter"
      value=""
      onChange={({ currentTarget }) => {
        const found = ready.find(({ id }) => id === currentTarget.value);
        if (found) onLike({ positions: [...found.positions] }, `the filter ${found.name}`);
      }}
    >
      <option value="">Similar to a filter…</option>
      {ready.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
      {coming.map(({ filter: { id, name } }) => (
        <option key={id} value={id} disabled>
          {name} (computing)
        </option>
      ))}
    </select>
  );
}
