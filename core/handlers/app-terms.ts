import type { Engine } from "../analysis/engine.ts";
import type { Handler, Output } from "../api/client-types.ts";
import { toNumbers } from "../fingerprint/positions.ts";
import type { Retina } from "../retina/types.ts";
import { meantTerms } from "../text/stand-in.ts";

type Completion = Output<"app.complete">[number];

/** Shorter beginnings have too many near spellings to mean anything. */
const SHORTEST_MISSPELLING = 3;
/** With so many completions the beginning was hardly misspelt. */
const ENOUGH_COMPLETIONS = 3;
const SUGGESTIONS = 5;

/** Autocomplete and the look-up page; both well under a millisecond but for misspelt words. */
export function appTermHandlers(engine: Engine) {
  const complete: Handler<"app.complete"> = async ({ retina_name, prefix, limit }) =>
    completionsOf((await engine.model(retina_name)).retina, prefix.trimStart(), limit);

  const term: Handler<"app.term"> = async ({ retina_name, term: typed }) => {
    const { retina } = await engine.model(retina_name);
    const id = retina.idOf(typed.trim());
    return id === -1 ? unknownTermView(retina, typed) : termView(retina, id, typed);
  };

  return { "app.complete": complete, "app.term": term };
}

function completionsOf(retina: Retina, prefix: string, limit: number): Completion[] {
  const lower = prefix.toLowerCase();
  const exact = retina.idOf(prefix.trim());
  const rows = retina.startingWith(prefix, limit).map((id): Completion => {
    const starts = retina.term(id).toLowerCase().startsWith(lower);
    return completion(retina, id, id === exact ? "exact" : starts ? "prefix" : "word");
  });
  const seen = new Set(rows.map((row) => row.term));
  const isMisspelt = exact === -1 && rows.length < Math.min(limit, ENOUGH_COMPLETIONS);
  if (isMisspelt && lower.length >= SHORTEST_MISSPELLING)
    for (const spelling of meantTerms(retina, prefix, limit - rows.length))
      if (!seen.has(spelling)) rows.push(completion(retina, retina.idOf(spelling), "spelling"));
  return rows;
}

const completion = (retina: Retina, id: number, kind: Completion["kind"]): Completion => ({
  term: retina.term(id),
  df: retina.documentFrequency(id),
  pos_types: [...retina.posTypes(id)],
  kind,
});

function termView(retina: Retina, id: number, typed: string): Output<"app.term"> {
  return {
    known: true,
    term: retina.term(id),
    typed,
    df: retina.documentFrequency(id),
    frequency: retina.frequency(id),
    rank: id + 1,
    pos_types: [...retina.posTypes(id)],
    positions: toNumbers(retina.positions(id)),
    suggestions: [],
    parts: [],
  };
}

function unknownTermView(retina: Retina, typed: string): Output<"app.term"> {
  return {
    known: false,
    term: typed,
    typed,
    df: 0,
    frequency: 0,
    rank: null,
    pos_types: [],
    positions: [],
    suggestions: meantTerms(retina, typed, SUGGESTIONS),
    parts: knownParts(retina, typed),
  };
}

/** Known terms that an unknown phrase or compound is made of, in order and once each. */
export function knownParts(retina: Retina, typed: string): string[] {
  const parts = typed
    .split(/[\s/_-]+/)
    .map((part) => retina.idOf(part))
    .filter((id) => id !== -1)
    .map((id) => retina.term(id));
  return [...new Set(parts)];
}
