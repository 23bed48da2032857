import { useQuery } from "@tanstack/react-query";
import { retinaCardsQuery } from "../../api/map-queries.ts";
import { Button } from "../../components/controls/button.tsx";
import { languageName } from "../../model/language-name.ts";
import { chooseRetina, useRetina } from "../../state/retina.ts";
import { isSameLanguage, verdictOf } from "./model/language-verdict.ts";
import { textBench } from "./text-bench.ts";
import { useTextBench } from "./use-text-bench.ts";

/** Codes of the languages that a text can be said to be in, in the order of their names. */
export const TEXT_LANGUAGES =
  "ar bg ca cs da de el en es et fa fi fr he hi hr hu id is it ja ko lt lv nl no pl pt ro ru sk sl sr sv th tr uk ur vi zh"
    .split(" ")
    .sort((a, b) => languageName(a).localeCompare(languageName(b)));

/** The language of the retina that is looked with, and the retinas that there are. */
export function useRetinaLanguage() {
  const retina = useRetina();
  const cards = useQuery(retinaCardsQuery()).data ?? [];
  const own = cards.find(({ name }) => name === retina?.name)?.language ?? "";
  return { retina: retina?.name ?? "", own, cards };
}

const codeOf = (own: string) => TEXT_LANGUAGES.find((code) => isSameLanguage(code, own)) ?? "";

const setReadAs = (code: string, name: string) =>
  textBench.edit(`Read the text as ${name}`, (before) => ({ ...before, language: code }));

/**
 * Said where the text is not in the language of the retina: how it is read, with a way to a better one if there is one. It stands
 * by the words, for in a small window what is found out about the text is behind another tab.
 */
export function TextReader() {
  const { bench, text, answer } = useTextBench();
  const { retina, own, cards } = useRetinaLanguage();
  if (!answer) return null;
  const { readBy, language } = answer;
  if (readBy.retina !== retina)
    return (
      <p className="muted">
        Read in {readBy.language}, on the map of {retina}.{" "}
        <Button size="small" tone="quiet" onPress={() => setReadAs(codeOf(own), own)}>
          Read it as {own}
        </Button>
      </p>
    );
  const wishes = { own: bench.language, retina: own };
  const verdict = verdictOf(text, language, wishes);
  if (!verdict.isForeign) return null;
  const wanted = /\((\w+)\)$/.exec(verdict.name ?? "")?.[1];
  const better = cards.find(
    ({ language, state }) =>
      state === "ready" && wanted !== undefined && isSameLanguage(wanted, language),
  );
  return (
    <p className="note caution">
      {retina} is a map for {own}. There these words are unknown or mean something else.{" "}
      {better ? (
        <Button size="small" onPress={() => chooseRetina(better.name)}>
          Use {better.name}
        </Button>
      ) : (
        "No map for this language is installed."
      )}
    </p>
  );
}
