import type { ImportReport, Oddity } from "./import-types.ts";

const MOST_LISTED = 100;

/** Kinds of what an import counts and lists. */
type FindingKind = "withoutText" | "withoutKnownWord" | "unread" | "skipped" | "repaired";

export interface Finding extends Oddity {
  readonly kind: FindingKind;
}

/** What an import has counted, of what is on disk. */
export interface TallyJson {
  added: number;
  updated: number;
  withoutText: number;
  withoutKnownWord: number;
  unread: number;
  skipped: number;
  repaired: number;
  oddities: Oddity[];
  languages: [string, number][];
}

export const emptyTally = (): TallyJson => ({
  added: 0,
  updated: 0,
  withoutText: 0,
  withoutKnownWord: 0,
  unread: 0,
  skipped: 0,
  repaired: 0,
  oddities: [],
  languages: [],
});

export function addFindings(tally: TallyJson, findings: readonly Finding[]): void {
  for (const { kind, place, reason } of findings) {
    tally[kind]++;
    if (tally.oddities.length < MOST_LISTED) tally.oddities.push({ place, reason });
  }
}

export function addLanguages(tally: TallyJson, names: readonly string[]): void {
  const counts = new Map(tally.languages);
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  tally.languages = [...counts];
}

/** The counted part of a report. */
export function reportTally({
  languages,
  ...counted
}: TallyJson): Pick<ImportReport, Exclude<keyof TallyJson, "languages"> | "languages"> {
  const sorted = languages
    .map(([language, rows]) => ({ language, rows }))
    .sort((a, b) => b.rows - a.rows);
  return { ...counted, languages: sorted };
}
