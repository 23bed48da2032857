import { useQuery } from "@tanstack/react-query";
import { retinaCardsQuery } from "../../api/map-queries.ts";
import { Button } from "../../components/controls/button.tsx";
import { chooseRetina, useRetina } from "../../state/retina.ts";
import { isSameLanguage, languageName, type Verdict, verdictOf } from "./model/language-verdict.ts";
import { textBench } from "./text-bench.ts";
import { useTextBench } from "./use-text-bench.ts";

/** Which language it is, how sure that is, and which retina reads it. */
export function LanguageLine() {
  const { bench, text, whole, slices } = useTextBench();
  const retina = useRetina();
  const cards = useQuery(retinaCardsQuery()).data ?? [];
  const own = cards.find(({ name }) => name === retina?.name)?.language ?? "";
  if (!whole) return null;
  const wishes = { own: bench.language, excluded: bench.excluded, retina: own };
  const verdict = verdictOf(text, whole.language, wishes);
  const others = mixed(slices.map((slice) => verdictOf(slice.text, slice.language, wishes).name));
  const found = whole.language.language;
  return (
    <section className="language stack gap-1" aria-label="Language">
      <h3>Language</h3>
      <p>
        <strong>{verdict.name ?? "Cannot tell"}</strong>{" "}
        <span className="muted">{verdict.detail}</span>
      </p>
      <Reader verdict={verdict} retina={retina?.name ?? ""} own={own} cards={cards} />
      {others && <p className="muted">{others}</p>}
      <div className="row gap-1 wrap">
        <label>
          <span className="visually-hidden">Language of the text</span>
          <select
            value={bench.language}
            onChange={({ currentTarget: { value } }) =>
              textBench.edit(
                value ? `Set the language to ${value}` : "Detect the language",
                (before) => ({
                  ...before,
                  language: value,
                }),
              )
            }
          >
            <option value="">As detected</option>
            {CODES.map((code) => (
              <option key={code} value={code}>
                {languageName(code)}
              </option>
            ))}
          </select>
        </label>
        {found !== null && !bench.excluded.includes(found) && bench.language === "" && (
          <Button size="small" tone="quiet" onPress={() => exclude([...bench.excluded, found])}>
            Exclude {found}
          </Button>
        )}
        {bench.excluded.length > 0 && (
          <Button size="small" tone="quiet" onPress={() => exclude([])}>
            Allow {bench.excluded.join(", ")} again
          </Button>
        )}
      </div>
    </section>
  );
}

const CODES =
  "ar bg ca cs da de el en es et fa fi fr he hi hr hu id is it ja ko lt lv nl no pl pt ro ru sk sl sr sv th tr uk ur vi zh"
    .split(" ")
    .sort((a, b) => languageName(a).localeCompare(languageName(b)));

const exclude = (excluded: readonly string[]) =>
  textBench.edit("Change the excluded languages", (before) => ({ ...before, excluded }));

interface ReaderProps {
  readonly verdict: Verdict;
  readonly retina: string;
  readonly own: string;
  readonly cards: readonly {
    readonly name: string;
    readonly language: string;
    readonly state: string;
  }[];
}

/** Which retina reads the text, and why; with a way to a better one if there is one. */
function Reader({ verdict, retina, own, cards }: ReaderProps) {
  if (!verdict.isForeign)
    return (
      <p className="muted">
        Read with {retina}, {verdict.name === null ? "the one in use" : "which is made for it"}.
      </p>
    );
  const code = /\((\w+)\)$/.exec(verdict.name ?? "")?.[1];
  const better = cards.find(
    ({ language, state }) =>
      state === "ready" && code !== undefined && isSameLanguage(code, language),
  );
  return (
    <p className="note caution">
      Read with {retina}, which is for {own}: most words will be unknown, or mean something else.{" "}
      {better ? (
        <Button size="small" onPress={() => chooseRetina(better.name)}>
          Use {better.name}
        </Button>
      ) : (
        "No retina for this language is installed."
      )}
    </p>
  );
}

/** "Slices in English (en) and German (de)", or nothing when all are alike. */
function mixed(names: readonly (string | null)[]): string {
  const known = [...new Set(names.filter((name) => name !== null))];
  return known.length < 2 ? "" : `Mixed: slices in ${known.join(", ")}`;
}
