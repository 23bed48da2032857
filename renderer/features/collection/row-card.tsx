import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useEffect, useState } from "react";
import type { Filter, ReadyFilter } from "../../../core/workspace/filters/filter-model.ts";
import {
  type CollectionInfo,
  type CollectionRow,
  rowsQuery,
} from "../../api/collection-queries.ts";
import { languagesQuery } from "../../api/map-queries.ts";
import { engineQuery } from "../../api/query-client.ts";
import { Button, IconButton } from "../../components/controls/button.tsx";
import { Answer } from "../../components/controls/states.tsx";
import { DecisionWhy } from "../../components/explain/decision-why.tsx";
import { formatScore } from "../../model/format.ts";
import { codeOfLanguage, plainLanguageName } from "../../model/language-name.ts";
import { useRegisterActions } from "../../state/actions.ts";
import { useFilterStates } from "../../state/filters/ready-filters.ts";
import { type TextInLanguage, useDecision } from "../../state/filters/use-decision.ts";
import { rowTitle } from "./model/named-columns.ts";
import { lineParts, partsOf } from "./model/text-parts.ts";
import { lineOf } from "./model/truth.ts";
import { openOrSay } from "./open-or-say.ts";
import { closeRow, holdAgainst, showRow, useRowDesk } from "./row-desk.ts";
import { MarkedParts, valueText } from "./rows-table.tsx";
import { searchLike } from "./search-like.ts";
import type { OpenCollection } from "./use-collection.ts";

/** The text of a row as it is asked about: in its own language. */
interface RowText {
  readonly text: string;
  readonly language?: string;
}

interface RowCardProps {
  readonly open: OpenCollection;
  readonly row: CollectionRow;
  readonly sought: readonly (readonly string[])[];
}

/** One text whole, with its columns and the texts closest to it; the map shows its cells. */
export function RowCard({ open, row, sought }: RowCardProps) {
  const { info } = open;
  const language = useRowLanguage(info, row);
  const asked = { text: row.text, ...(language === undefined ? {} : { language }) };
  const like = () => openOrSay(searchLike(info, asked, rowTitle(info, row)));
  useRegisterActions([
    {
      id: "collection.close-card",
      title: "Close the card of the row",
      group: "Collection",
      run: closeRow,
    },
    {
      id: "collection.like-row",
      title: "Search for texts like this row",
      group: "Collection",
      run: like,
    },
  ]);
  return (
    <section className="row-card column fixed scroll" aria-label="Row">
      <header className="row gap-3">
        <h3 className="clip-2 grow" dir="auto">
          {rowTitle(info, row)}
        </h3>
        {row.size > 0 && (
          <Button size="small" onPress={like}>
            Search for texts like this
          </Button>
        )}
        <IconButton icon={X} isSmall label="Close the card" onPress={closeRow} />
      </header>
      <dl className="row wrap fine muted">
        {info.columns.map(({ name }, index) => {
          const value = valueText(row.values[index] ?? null);
          return value === "" || name === info.roles.title ? null : (
            <div className="row gap-1" key={name}>
              <dt>{name}</dt>
              <dd className="clip" dir="auto">
                {value}
              </dd>
            </div>
          );
        })}
      </dl>
      <div className="row-card-body">
        <p className="row-card-text prose" dir="auto">
          <MarkedParts parts={partsOf(row.text, sought)} />
        </p>
        {language !== undefined && row.size > 0 && (
          <WordsInEnglish key={row.id} retina={info.retina.name} asked={{ ...asked, language }} />
        )}
        {row.size > 0 && open.look.lens === "categories" && (
          <RowDecisions open={open} row={row} asked={asked} />
        )}
        {row.size > 0 && open.look.lens !== "categories" && (
          <Closest name={info.name} row={row} asked={asked} />
        )}
      </div>
    </section>
  );
}

const CLOSEST = 8;

/** Texts this close say nearly the same. */
const COPY = 0.85;

interface ClosestProps {
  readonly name: string;
  readonly row: CollectionRow;
  readonly asked: RowText;
}

function Closest({ name, row, asked }: ClosestProps) {
  const query = useQuery(
    rowsQuery(name, {
      query: { like: asked },
      sort: null,
      offset: 0,
      limit: CLOSEST + 1,
    }),
  );
  const others = query.data?.rows.filter(({ id }) => id !== row.id).slice(0, CLOSEST) ?? [];
  return (
    <div className="row-card-closest">
      <h3>Most similar rows</h3>
      <Answer query={query} doing="Finding similar rows" waiting="Finding similar rows" />
      <ul>
        {others.map((other) => (
          <li key={other.id}>
            <button className="row fine pick" type="button" onClick={() => showRow(other)}>
              <span className="figures">{formatScore(other.score ?? 0)}</span>
              <span className="clip">
                {(other.score ?? 0) >= COPY && <em>near-duplicate </em>}
                <MarkedParts parts={lineParts(other.text, [])} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface RowDecisionsProps {
  readonly open: OpenCollection;
  readonly row: CollectionRow;
  readonly asked: RowText;
}

/** What each score says of a row, with the words, regions and examples behind it. */
function RowDecisions({ open, row, asked }: RowDecisionsProps) {
  const states = useFilterStates(open.info.retina.reader);
  if (row.scores.length === 0) return null;
  return (
    <ul className="figures stack gap-1 at-top" aria-label="Decisions, with their reasons">
      {row.scores.map(({ name, score }) => {
        const judged = open.look.judged?.[name];
        const { filter, ready } =
          states.find((each) => each.filter.id === judged?.filter) ??
          states.find((each) => each.filter.name === name) ??
          {};
        const line = lineOf(open.look, name);
        const verdict = score >= line ? "matches" : "does not match";
        const words = `${name}: ${formatScore(score)}, ${verdict} (threshold ${formatScore(line)})`;
        return (
          <li key={name}>
            {filter && ready ? (
              <Why
                filter={filter}
                ready={{ ...ready, threshold: line }}
                asked={{ ...asked, reader: open.info.retina.reader?.name }}
                summary={words}
              />
            ) : (
              <span className="muted">{words}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface WhyProps {
  readonly filter: Filter;
  readonly ready: ReadyFilter;
  readonly asked: TextInLanguage;
  readonly summary: string;
}

function Why({ filter, ready, asked, summary }: WhyProps) {
  const [isOpen, setOpen] = useState(false);
  const decision = useDecision(filter, ready, asked, isOpen);
  useEffect(() => () => holdAgainst(null), []);
  return (
    <DecisionWhy
      decision={decision}
      summary={summary}
      isOpen={isOpen}
      onToggle={(next) => {
        setOpen(next);
        if (next) holdAgainst(ready);
        else if (useRowDesk.getState().decided?.name === ready.name) holdAgainst(null);
      }}
      example={(place) => (
        <span className="clip" dir="auto">
          {decision.examples[place]?.text.slice(0, 120)}
        </span>
      )}
    />
  );
}

/** The code of the language that a row was read in; undefined where that is the one of the collection's retina. */
function useRowLanguage(
  { retina, roles, columns }: CollectionInfo,
  row: CollectionRow,
): string | undefined {
  const column = columns.findIndex(({ name }) => name === roles.language);
  const value = row.values[column];
  const { data } = useQuery({ ...languagesQuery(retina.name), enabled: typeof value === "string" });
  return typeof value === "string" && data ? codeOfLanguage(value, [...data]) : undefined;
}

const MOST_WORDS = 8;

interface WordsInEnglishProps {
  readonly retina: string;
  readonly asked: { readonly text: string; readonly language: string };
}

/** The strongest words of a row in another language, each with the English terms that it lies at. */
function WordsInEnglish({ retina, asked }: WordsInEnglishProps) {
  const [isOpen, setOpen] = useState(false);
  const { text, language } = asked;
  const query = useQuery({
    ...engineQuery(retina, "app.textBench", { retina_name: retina, text, language }),
    enabled: isOpen,
  });
  const { data } = query;
  return (
    <details
      className="row-words fine"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{plainLanguageName(language)}: its strongest words in English</summary>
      <Answer query={query} doing="Reading the text" waiting="Reading the text" />
      {data && (
        <ul className="row wrap gap-1-3">
          {data.keywords.slice(0, MOST_WORDS).map(({ term, meaning = [] }) => (
            <li key={term}>
              <bdi className="strong">{term}</bdi>
              {meaning.length > 0 && <span className="muted"> = {meaning.join(", ")}</span>}
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
