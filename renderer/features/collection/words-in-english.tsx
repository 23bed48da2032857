import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CollectionInfo, CollectionRow } from "../../api/collection-queries.ts";
import { languagesQuery } from "../../api/map-queries.ts";
import { engineQuery } from "../../api/query-client.ts";
import { Answer } from "../../components/controls/states.tsx";
import { codeOfLanguage, plainLanguageName } from "../../model/language-name.ts";

/** The code of the language that a row was read in; undefined where that is the one of the collection's retina. */
export function useRowLanguage(
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
export function WordsInEnglish({ retina, asked }: WordsInEnglishProps) {
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
