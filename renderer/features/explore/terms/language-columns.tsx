import { keepPreviousData, useQueries } from "@tanstack/react-query";
import { retinaOf } from "../../../api/map-queries.ts";
import { exploreQuery } from "../../../api/subject-queries.ts";
import { Choice } from "../../../components/controls/choice.tsx";
import { Failure, Loading } from "../../../components/controls/states.tsx";
import { TermColumns } from "../../../components/terms/term-columns.tsx";
import { formatCount } from "../../../model/format.ts";
import { plainLanguageName } from "../../../model/language-name.ts";
import { useTermHover } from "../../../state/hover.ts";
import { openWith } from "../../../state/open-with.ts";
import { useSettings } from "../../../state/settings.ts";
import { useEvaluatedSubject } from "../../../state/use-subject.ts";
import { ALL_LANGUAGES, chooseLanguage, similar } from "../similar-state.ts";
import { languagesOf, useSimilarTerms } from "./use-similar-terms.ts";

/** Of each column. */
const LISTED = 30;
const ENGLISH = "en";

/** The languages that a person uses, and those of what is looked at. */
function useLanguages(): readonly string[] {
  const chosen = useSettings(({ languages }) => languages);
  const { expression } = useEvaluatedSubject();
  const own = expression === null ? [] : languagesOf(expression);
  return [...new Set([...chosen, ...own])].filter((code) => code !== ENGLISH);
}

/** The languages whose terms are listed instead of English ones; none where the usual list is. */
export function useListedLanguages(): readonly string[] {
  const { language } = similar.use();
  const chosen = useLanguages();
  if (language === ALL_LANGUAGES) return chosen.length === 0 ? [] : [ENGLISH, ...chosen];
  return language !== undefined && chosen.includes(language) ? [language] : [];
}

/** In English, in another language or in all: offered to whoever uses or looks at another. */
export function LanguageChoice() {
  const chosen = useLanguages();
  const listed = useListedLanguages();
  if (chosen.length === 0) return null;
  const options = {
    [ENGLISH]: plainLanguageName(ENGLISH),
    ...Object.fromEntries(chosen.map((code) => [code, plainLanguageName(code)])),
    [ALL_LANGUAGES]: "All",
  };
  const value = listed.length > 1 ? ALL_LANGUAGES : (listed[0] ?? ENGLISH);
  return (
    <Choice
      label="Language of the terms"
      isBare
      options={options}
      value={value}
      onChange={(code) => chooseLanguage(code === ENGLISH ? undefined : code)}
    />
  );
}

/** The terms nearest to the expression in each language; opening one walks there. */
export function LanguageColumns({ languages }: { readonly languages: readonly string[] }) {
  const { retina, positions, filters } = useSimilarTerms();
  const hover = useTermHover();
  const map = retina?.name ?? "";
  const results = useQueries({
    queries: languages.map((code) => ({
      ...exploreQuery(retinaOf(map, code), positions, {
        limit: LISTED,
        ...(filters ? { filters } : {}),
      }),
      enabled: retina !== null && positions.length > 0,
      placeholderData: keepPreviousData,
    })),
  });
  const failed = results.find(({ isError }) => isError);
  return (
    <div className="neighbour-columns scroll stack gap-3 at-top grow">
      {failed && (
        <Failure
          error={failed.error}
          doing="Finding similar terms"
          onRetry={() => void failed.refetch()}
        />
      )}
      {results.some(({ isFetching }) => isFetching) && <Loading label="Finding similar terms" />}
      <TermColumns
        label="Near terms of each language"
        columns={languages.map((code, place) => ({
          id: code,
          title: plainLanguageName(code),
          colour: "text-3",
          empty: results[place]?.data ? "No term passes." : "",
          terms: (results[place]?.data?.rows ?? []).map(({ term, score }) => ({
            term,
            title: `${formatCount(score)} shared cells; go to ${term}`,
          })),
        }))}
        onHover={(term, code) => hover(code === ENGLISH ? term : null)}
        onOpen={(term, code) =>
          openWith("explore", [code === ENGLISH ? { term } : { term, language: code }])
        }
      />
    </div>
  );
}
