import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { Fragment, type RefObject, useLayoutEffect, useRef, useState } from "react";
import type { Output } from "../../../core/api/client-types.ts";
import type { NodePath } from "../../../core/expression/ast.ts";
import { nodeAt, pathOf } from "../../../core/expression/walk.ts";
import { exploreQuery } from "../../api/subject-queries.ts";
import { Button, IconButton } from "../../components/controls/button.tsx";
import { Chip } from "../../components/controls/chip.tsx";
import { Choice } from "../../components/controls/choice.tsx";
import { Answer, Loading } from "../../components/controls/states.tsx";
import { TermLink } from "../../components/terms/term-link.tsx";
import { formatCount, plural, posLabel } from "../../model/format.ts";
import { senseLooks } from "../../model/sense-colours.ts";
import { labelOfTree } from "../../model/subject.ts";
import { useRegisterActions } from "../../state/actions.ts";
import { lights, useTermHover } from "../../state/hover.ts";
import { exploreTerm } from "../../state/open-with.ts";
import { useRetina } from "../../state/retina.ts";
import { useSubjectTree } from "../../state/use-subject.ts";
import { selectRow, useBuild } from "./build-ui.ts";
import { restrictTo } from "./edit-subject.ts";
import {
  changeLeast,
  chooseGrouped,
  choosePos,
  PARTS_OF_SPEECH,
  similar,
} from "./similar-state.ts";
import { TermList } from "./terms/term-list.tsx";
import { useSimilarTerms } from "./terms/use-similar-terms.ts";
import { useTrace } from "./use-trace.ts";
import "./terms/similar.css";

const ORDERS = { flat: "List", grouped: "By sense" } as const;

/** What the expression means: its senses, then the terms nearest to it; opening one walks there. */
export function ExploreResults() {
  const { expression, result, first, state, positions, isStale } = useSimilarTerms();
  return (
    <div className="results similar-results" data-stale={isStale || undefined}>
      {first && <Senses contexts={first.contexts} />}
      <header className="similar-head row apart">
        <h2>Similar terms</h2>
        <Choice
          label="Order"
          isBare
          options={ORDERS}
          value={state.isGrouped ? "grouped" : "flat"}
          onChange={(chosen) => chooseGrouped(chosen === "grouped")}
        />
      </header>
      <Answer query={result} doing="Finding similar terms" />
      {expression && first && <FilterBar />}
      {isStale && positions.length > 0 && <p className="muted">From previous input</p>}
      <div className="similar-loading">
        {result.isFetching && <Loading label="Finding similar terms" />}
      </div>
      <TermList />
    </div>
  );
}

/** Percent of the query's cells; few terms share more. */
const MOST_OVERLAP = 50;

/** How many terms there are, and what narrows them down: part of speech, least overlap, one sense. */
function FilterBar() {
  const { first, state, sense } = useSimilarTerms();
  if (!first) return null;
  const { pos, least = 0 } = state;
  const percent = Math.round(100 * least);
  return (
    <section className="stack gap-1" aria-label="Filters">
      <div className="filter-line row gap-1">
        <p className="muted figures grow" role="status">
          {formatCount(first.passed)} of {formatCount(first.total)} terms
          {sense ? " of this sense" : ""}
        </p>
        <select
          aria-label="Part of speech"
          value={pos ?? ""}
          onChange={({ currentTarget: { value } }) =>
            choosePos(PARTS_OF_SPEECH.find((each) => each === value))
          }
        >
          <option value="">Any kind</option>
          {PARTS_OF_SPEECH.map((each) => (
            <option key={each} value={each}>
              {posLabel(each)}s
            </option>
          ))}
        </select>
      </div>
      <label className="row gap-1 muted fine">
        Minimum overlap
        <input
          className="grow"
          type="range"
          aria-valuetext={`${percent}% of the query`}
          min={0}
          max={MOST_OVERLAP}
          value={percent}
          onChange={({ currentTarget: { value } }) => changeLeast(Number(value) / 100)}
        />
        <output className="figures">{percent}%</output>
      </label>
      {sense && (
        <div className="row gap-1 wrap">
          <Chip
            {...senseLooks(first.contexts)(sense.id)}
            removeLabel="Show every sense"
            onRemove={() =>
              similar.edit("Show every sense", (before) => ({ ...before, sense: null }))
            }
          >
            {sense.label}
          </Chip>
        </div>
      )}
      {first.passed === 0 && (
        <p className="note caution">
          No terms match. Lower the minimum overlap, or choose another kind.
        </p>
      )}
    </section>
  );
}

type Sense = Output<"app.explore">["contexts"][number];

const MOST = 8;

/**
 * The senses of what is looked at, or of the part that is selected in the tree: leave one out, keep only one, or see the terms of
 * one alone.
 */
function Senses({ contexts }: { readonly contexts: readonly Sense[] }) {
  const selected = useSelectedPart();
  const own = usePartSenses(selected?.positions ?? null);
  const [showsAll, setShowsAll] = useState(false);
  const part = own && own.length > 1 ? selected : null;
  const senses = (part ? own : contexts) ?? [];
  const looks = senseLooks(contexts);
  useSenseActions(senses.length < 2 ? [] : senses.slice(0, MOST), part?.path);
  if (senses.length < 2) return null;
  const left = senses.length - MOST;
  return (
    <section
      className="build-senses fixed scroll"
      aria-label={part ? `Senses of ${part.name}` : "Senses"}
    >
      <header className="build-sense-title row apart">
        <h3 className="clip" dir="auto">
          {part ? `Senses of ${part.name}` : plural(senses.length, "sense")}
        </h3>
        {part && (
          <Button size="small" tone="quiet" onPress={() => selectRow("")}>
            Of the whole
          </Button>
        )}
      </header>
      <ul>
        {(showsAll ? senses : senses.slice(0, MOST)).map((sense, index) => (
          <SenseRow
            key={sense.id}
            sense={sense}
            look={part ? null : looks(index)}
            path={part?.path}
          />
        ))}
      </ul>
      {left > 0 && !showsAll && (
        <Button size="small" tone="quiet" onPress={() => setShowsAll(true)}>
          Show the other {left}
        </Button>
      )}
    </section>
  );
}

const TITLES = { sub: "Subtract the sense", and: "Keep only the sense" } as const;

/** The palette subtracts and keeps senses too. */
function useSenseActions(senses: readonly Sense[], path: NodePath = []): void {
  useRegisterActions(
    senses.flatMap(({ label, positions }, index) =>
      (["sub", "and"] as const).map((operator) => ({
        id: `build.sense ${operator} ${index}`,
        title: `${TITLES[operator]} ${label}`,
        group: "Explore",
        run: () => restrictTo({ label, positions }, { operator, path }),
      })),
    ),
  );
}

type Look = ReturnType<ReturnType<typeof senseLooks>>;

interface SenseRowProps {
  readonly sense: Sense;
  /** Letters and colours belong to the senses of the whole, as in the table. */
  readonly look: Look | null;
  /** The part it is a sense of; the whole if there is none. */
  readonly path: NodePath | undefined;
}

function SenseRow({ sense, look, path = [] }: SenseRowProps) {
  const { id, label, names, positions } = sense;
  const [isOpen, setOpen] = useState(false);
  const restrict = (operator: "and" | "sub") =>
    restrictTo({ label, positions }, { operator, path });
  const rest = names.filter((name) => name !== label);
  const row = useRef<HTMLLIElement>(null);
  useFocusLeftToPanel(row);
  return (
    <li ref={row} {...lights(() => ({ name: `sense ${id} ${label}`, positions }))}>
      <div className="build-sense-head row" dir="auto">
        {look ? <OfTheWhole sense={sense} look={look} /> : <strong>{label}</strong>}
        <span className="muted clip grow">{rest.join(", ")}</span>
        <span className="muted figures nowrap">{plural(positions.length, "cell")}</span>
      </div>
      <div className="build-sense-actions row gap-1">
        <Button size="small" aria-label={`Exclude: ${label}`} onPress={() => restrict("sub")}>
          Exclude
        </Button>
        <Button
          size="small"
          tone="quiet"
          aria-label={`Keep only: ${label}`}
          onPress={() => restrict("and")}
        >
          Keep only
        </Button>
        {look && (
          <IconButton
            icon={ChevronDown}
            isSmall
            label={`Nearest and farthest terms of ${label}`}
            isOn={isOpen}
            onPress={() => setOpen(!isOpen)}
          />
        )}
      </div>
      {isOpen && <SenseTerms id={id} />}
    </li>
  );
}

/** The name of a sense of the whole: pressed, the list keeps to its terms. */
function OfTheWhole({ sense, look }: { readonly sense: Sense; readonly look: Look }) {
  const { sense: chosen, query } = useSimilarTerms();
  const { id, label } = sense;
  const isOn = chosen?.id === id;
  return (
    <Chip
      colour={look.colour}
      letter={look.letter}
      isOn={isOn}
      onPress={() =>
        similar.edit(isOn ? "Show every sense" : `Show only the sense ${label}`, (before) => ({
          ...before,
          sense: isOn ? null : { query, id, label },
        }))
      }
    >
      {label}
    </Chip>
  );
}

const LOOKED_AT = 200;
const NEAREST = 6;
const FARTHEST = 4;

/** Of the nearest terms of a sense: those in its middle, and those at its edge. */
function SenseTerms({ id }: { readonly id: number }) {
  const { retina, positions } = useSimilarTerms();
  const { data } = useQuery({
    ...exploreQuery(retina?.name ?? "", positions, { limit: LOOKED_AT, contextId: id }),
    enabled: retina !== null && positions.length > 0,
  });
  const rows = data?.rows.filter(({ contextId }) => contextId === id) ?? [];
  if (!data) return <p className="muted"> </p>;
  const ends = [
    ["Nearest", rows.slice(0, NEAREST)],
    [`Farthest of ${rows.length}`, rows.slice(NEAREST).slice(-FARTHEST)],
  ] as const;
  return (
    <dl className="stack gap-half fine">
      {ends.map(([title, terms]) => (
        <Fragment key={title}>
          <dt>{title}</dt>
          <dd>
            <TermLinks terms={terms.map(({ term }) => term)} />
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

function TermLinks({ terms }: { readonly terms: readonly string[] }) {
  const hover = useTermHover();
  if (terms.length === 0) return <span className="muted">none</span>;
  return (
    <span className="row gap-1 wrap">
      {terms.map((term) => (
        <TermLink key={term} term={term} onHover={hover} onOpen={exploreTerm} />
      ))}
    </span>
  );
}

/** A row that goes away with the focus in it, as its sense was subtracted, leaves the focus to its panel. */
function useFocusLeftToPanel(row: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = row.current;
    const panel = element?.closest<HTMLElement>("[data-panel]");
    return () => {
      if (element?.contains(document.activeElement)) panel?.focus();
    };
  }, [row]);
}

/** The part that is selected in the outline, unless that is the whole. */
function useSelectedPart() {
  const selected = useBuild((state) => state.selected);
  const { tree } = useSubjectTree();
  const trace = useTrace();
  const path = pathOf(selected);
  const node = tree && path.length > 0 ? nodeAt(tree, path) : undefined;
  const positions = trace(selected);
  if (!node || !positions || positions.length === 0) return null;
  return { path, name: labelOfTree(node, 32), positions };
}

function usePartSenses(positions: readonly number[] | null) {
  const retina = useRetina();
  const { data } = useQuery({
    ...exploreQuery(retina?.name ?? "", positions ?? [], { limit: 1 }),
    enabled: retina !== null && positions !== null,
    placeholderData: keepPreviousData,
  });
  return positions ? data?.contexts : undefined;
}
