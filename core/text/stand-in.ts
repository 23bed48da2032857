import { readingOf } from "../language/reading.ts";
import type { Retina } from "../retina/types.ts";
import { nearForm } from "./lexicon.ts";

/** What a word that is no term is read as: the term whose other form it is, or the terms that it is made of, in their order. */
export interface StandIn {
  readonly by: "form" | "parts";
  readonly terms: readonly string[];
}

const JOINTS = /[-‐‑/_]/u;

/**
 * The term whose other form a word is ("autopilots": autopilot), else the terms that it is made of, all of them known ("know-how":
 * know, how). Nothing for a term itself, for several words and for languages other than English.
 */
export function standInFor(retina: Retina, typed: string): StandIn | undefined {
  const word = typed.trim().toLowerCase();
  const isUnknownWord = word !== "" && !/\s/u.test(word) && retina.idOf(word) < 0;
  if (!isUnknownWord || readingOf(retina.card) !== undefined) return undefined;
  const form = nearForm(retina, word);
  if (form !== undefined) return { by: "form", terms: [retina.term(form.term)] };
  const parts = word.split(JOINTS).map((part) => {
    const id = retina.idOf(part);
    return id < 0 ? nearForm(retina, part)?.term : id;
  });
  const known = parts.filter((id) => id !== undefined);
  return parts.length < 2 || known.length < parts.length
    ? undefined
    : { by: "parts", terms: known.map((id) => retina.term(id)) };
}

/** Terms that an unknown one may stand for, best first: the one whose other form it is, then near spellings. */
export function meantTerms(retina: Retina, typed: string, limit: number): string[] {
  const standIn = standInFor(retina, typed);
  const forms = standIn?.by === "form" ? standIn.terms : [];
  return [...new Set([...forms, ...retina.spellings(typed.trim(), limit)])].slice(0, limit);
}
