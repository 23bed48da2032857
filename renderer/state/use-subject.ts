import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { create } from "zustand";
import type { Output } from "../../core/api/client-types.ts";
import type { ExpressionJson } from "../../core/api/json-value.ts";
import { type Expression, isOperation, withSparsity } from "../../core/expression/ast.ts";
import { printJson } from "../../core/expression/print-json.ts";
import { pathKey, walk } from "../../core/expression/walk.ts";
import { evaluateQuery, exploreQuery } from "../api/subject-queries.ts";
import type { MapLayer } from "../components/fingerprint-grid/layers.ts";
import { labelOfTree, type NodeNotes, notesOf, type PartNames, treeOf } from "./expression-tree.ts";
import type { Fingerprint } from "./fingerprint.ts";
import { type MapContent, NOTHING } from "./map-content.ts";
import { type Meant, meantOf, type Prepared, prepare } from "./prepare-expression.ts";
import { useRetina } from "./retina.ts";
import { type Sense, senseLayers } from "./sense-colours.ts";
import type { Operation } from "./set-steps.ts";
import { useSettings } from "./settings.ts";
import { subject } from "./subject.ts";
import { useReferences } from "./use-references.ts";

type Evaluated = Output<"app.evaluate">;
const NONE: readonly number[] = [];

/** Why a part of the subject has no positions. */
export type Missing =
  | {
      readonly kind: "unknown";
      readonly key: string;
      readonly term: string;
      readonly suggestions: readonly string[];
      readonly parts: readonly string[];
    }
  | {
      readonly kind: "no-words";
      readonly key: string;
      /** Words of the text. */
      readonly count: number;
      readonly words: readonly string[];
    }
  | { readonly kind: "reference"; readonly key: string; readonly message: string };

/** The result that was last complete, for while the present expression has none. */
const usePrevious = create<{ readonly retina: string; readonly positions: readonly number[] }>(
  () => ({ retina: "", positions: NONE }),
);

/** The subject as a tree, with what is noted about its nodes and what goes to the engine. */
export function useSubjectTree() {
  const now = subject.use();
  const resolve = useReferences();
  return useMemo(() => {
    const tree = treeOf(now);
    const notes = notesOf(now);
    const prepared = tree ? prepare(withSparsity(tree, undefined), notes, resolve) : null;
    const sent = prepared?.sent;
    const json = sent ? (printJson(sent) as unknown as ExpressionJson) : null;
    const skipUnknown = [...notes.values()].some(({ skip }) => skip === true);
    const label = tree ? labelOfTree(tree, notes) : "";
    return { tree, notes, label, prepared, json, sparsity: now.sparsity, skipUnknown };
  }, [now, resolve]);
}

/**
 * The subject evaluated: its positions, unknown words, trace. Earlier answers stay until the new one has
 * come, and while an operand without positions stands in the way; `isStale` says so.
 */
export function useEvaluatedSubject() {
  const retina = useRetina();
  const { expression } = subject.use();
  const { tree, notes, label, prepared, json, sparsity, skipUnknown } = useSubjectTree();
  const result = useQuery({
    ...evaluateQuery(retina?.name ?? "", json ?? { positions: [0] }, { sparsity, skipUnknown }),
    enabled: retina !== null && json !== null,
    placeholderData: keepPreviousData,
  });
  const data = json === null ? undefined : result.data;
  const isLate = result.isPlaceholderData;
  const missing = useMemo(
    () => (tree && prepared ? missingOf(tree, prepared, { data, isLate }) : []),
    [tree, prepared, data, isLate],
  );
  const meant = useMemo(() => {
    if (!prepared?.sent) return undefined;
    const leftOut = missing.flatMap(({ key }) => prepared.keyOf(key) ?? []);
    return meantOf(prepared.sent, leftOut);
  }, [prepared, missing]);
  const sent = useMemo(
    () => (meant ? (printJson(meant.tree) as unknown as ExpressionJson) : null),
    [meant],
  );
  const meantNames = useMemo(
    () => (prepared && meant ? namesIn(meant, { prepared, notes }) : NO_NAMES),
    [prepared, meant, notes],
  );
  const isBlocked = missing.some(({ key }) => notes.get(key)?.skip !== true);
  const previous = usePrevious(({ retina: name, positions }) =>
    name === retina?.name ? positions : NONE,
  );
  const isComplete = data?.evaluated === true && !isBlocked;
  const fresh = isComplete && !isLate ? data.positions : null;
  useEffect(() => {
    if (expression === null) usePrevious.setState({ positions: NONE });
    else if (fresh && retina) usePrevious.setState({ retina: retina.name, positions: fresh });
  }, [expression, fresh, retina]);
  const positions = expression === null ? NONE : isComplete ? data.positions : previous;
  return {
    expression,
    /** In a few words, named parts by their names. */
    label,
    retina,
    result,
    data: isComplete ? data : undefined,
    positions,
    /** As the engine evaluated it: without references, mutes and accepted unknown words. Null when no part is left. */
    sent,
    meant,
    /** Names of its parts, by key of `meant.tree`. */
    meantNames,
    traced: data,
    placeOf: prepared?.placeOf,
    missing,
    isBlocked,
    isStale: expression !== null && fresh === null,
  };
}

const NO_NAMES: PartNames = {};

interface Named {
  readonly prepared: Prepared;
  readonly notes: NodeNotes;
}

function namesIn(meant: Meant, { prepared, notes }: Named): PartNames {
  const names: [string, string][] = [];
  for (const [key, { label }] of notes) {
    const sentKey = prepared.keyOf(key);
    const meantKey = sentKey === undefined ? undefined : meant.keyOf(sentKey);
    if (label !== undefined && meantKey !== undefined) names.push([meantKey, label]);
  }
  return Object.fromEntries(names);
}

interface Answer {
  readonly data: Evaluated | undefined;
  /** It answers the expression before; what it says of a word still holds. */
  readonly isLate: boolean;
}

function missingOf(tree: Expression, prepared: Prepared, { data, isLate }: Answer): Missing[] {
  const unknown = new Map(data?.unknown.map((each) => [each.term, each]));
  const texts = isLate ? [] : (data?.texts ?? []);
  const wordless = new Map(texts.filter(({ used }) => used === 0).map((each) => [each.path, each]));
  const missing: Missing[] = [];
  for (const { path, node } of walk(tree)) {
    const key = pathKey(path);
    const message = prepared.unresolved.get(key);
    if (message !== undefined) missing.push({ kind: "reference", key, message });
    const place = prepared.placeOf(key);
    const term = place !== undefined && node.kind === "term" ? unknown.get(node.term) : undefined;
    if (term)
      missing.push({
        kind: "unknown",
        key,
        term: term.term,
        suggestions: term.suggestions,
        parts: term.parts,
      });
    const text = place === undefined ? undefined : wordless.get(place);
    if (text) missing.push({ kind: "no-words", key, count: text.words, words: text.unknownWords });
  }
  return missing;
}

/** Similar terms and contexts of the subject. */
export function useExploredSubject(limit = 50) {
  const { retina, positions, expression } = useEvaluatedSubject();
  const explored = useQuery({
    ...exploreQuery(retina?.name ?? "", positions, { limit }),
    enabled: retina !== null && expression !== null && positions.length > 0,
    placeholderData: keepPreviousData,
  });
  return {
    explored,
    data: expression !== null && positions.length > 0 ? explored.data : undefined,
  };
}

/** The subject as map content: its cells, those that thinning dropped, and what pinning and exporting take. */
export function useSubjectOnMap(): MapContent {
  const { expression, label, sent, retina, positions, data, isStale } = useEvaluatedSubject();
  const dropped = data?.dropped ?? NONE;
  const senses = useSensesToColour(positions);
  const operation = useOperation();
  return useMemo(() => {
    if (!expression || !retina) return NOTHING;
    const fingerprint: Fingerprint | null =
      positions.length === 0 || isStale || !sent
        ? null
        : {
            id: `shown ${retina.name} ${JSON.stringify(expression)}`,
            label,
            source: sent,
            positions,
            retina,
            created: new Date().toISOString(),
          };
    return {
      title: label,
      layers: layersOf(label, positions, { dropped, senses }),
      fingerprint,
      senses,
      ...(operation && !isStale ? { operation } : {}),
      emptyText: isStale ? "Nothing evaluated yet" : "No cells left",
      isStale,
    };
  }, [expression, label, sent, retina, positions, dropped, senses, operation, isStale]);
}

/** The outermost operator of the subject, as it was evaluated; undefined for less than two operands. */
function useOperation(): Operation | undefined {
  const { traced } = useEvaluatedSubject();
  const { prepared, notes } = useSubjectTree();
  return useMemo(() => {
    const sent = prepared?.sent;
    if (!traced || !prepared || !sent || !isOperation(sent)) return undefined;
    const byPlace = new Map(traced.trace.map(({ path, positions }) => [path, positions]));
    const names = new Map([...notes].map(([key, { label }]) => [prepared.keyOf(key), label]));
    const operands = sent.operands.flatMap((node, index) => {
      const positions = byPlace.get(`${sent.kind}[${index}]`);
      const label = names.get(pathKey([index])) ?? labelOfTree(node, NO_NOTES, 32);
      return positions ? [{ label, positions }] : [];
    });
    return operands.length < 2 ? undefined : { operator: sent.kind, operands };
  }, [traced, prepared, notes]);
}

const NO_NOTES: NodeNotes = new Map();

/** The senses of the subject where it is to be drawn in their colours; null where it is not. */
function useSensesToColour(positions: readonly number[]): readonly Sense[] | null {
  const retina = useRetina();
  const isWanted = useSettings(({ coloursSenses }) => coloursSenses);
  const { data } = useQuery({
    ...exploreQuery(retina?.name ?? "", positions),
    enabled: isWanted && retina !== null && positions.length > 0,
    placeholderData: keepPreviousData,
  });
  return isWanted && positions.length > 0 ? (data?.contexts ?? null) : null;
}

interface BesideCells {
  readonly dropped: readonly number[];
  readonly senses: readonly Sense[] | null;
}

function layersOf(
  label: string,
  positions: readonly number[],
  { dropped, senses }: BesideCells,
): MapLayer[] {
  if (positions.length === 0) return [];
  const whole: MapLayer = { id: "subject", label, positions, colour: "first" };
  const kept = senses ? senseLayers(positions, senses) : [whole];
  if (dropped.length === 0) return kept;
  const outlines: MapLayer = {
    id: "dropped",
    label: "dropped by thinning",
    positions: dropped,
    colour: "first",
    mark: "ring",
    opacity: 0.55,
    isOutside: true,
  };
  return [outlines, ...kept];
}
