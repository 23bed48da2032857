import { keepPreviousData, queryOptions, useQueries, useQuery } from "@tanstack/react-query";
import { useCallback, useLayoutEffect, useMemo, useRef } from "react";
import { create } from "zustand";
import { shallow } from "zustand/shallow";
import type { ExpressionJson } from "../../../core/api/schema/json-value.ts";
import type { RetinaStamp } from "../../../core/workspace/cells.ts";
import { languagesQuery } from "../../api/map-queries.ts";
import { engineQuery, queryClient } from "../../api/query-client.ts";
import { useRetina } from "../../state/retina.ts";
import { useSettings } from "../../state/settings.ts";
import { TYPING_MS, useThrottled } from "../../state/use-throttled.ts";
import type { BenchAnswer, BenchSlice, BenchWord } from "./model/bench-answer.ts";
import { blankOut, partsAt, wishAgainst } from "./model/text-ranges.ts";
import { EMPTY_BENCH, LONGEST_TEXT, type TextBench, textBench, useTextLook } from "./text-bench.ts";

/** The answer about a long text is as large as many texts, so it is not kept once another is asked for. */
const LONG = 100_000;

/** `language` is the code of a language that there is a pack of, or "" for the retina's own. */
export const textBenchQuery = (retina: string, text: string, language = "") =>
  queryOptions({
    ...engineQuery(retina, "app.textBench", {
      retina_name: retina,
      text,
      ...(language === "" ? {} : { language }),
    }),
    ...(text.length > LONG ? { gcTime: 0 } : {}),
  });

interface Reading {
  readonly bench: TextBench;
  readonly retina: RetinaStamp | null;
  /** The code of the language that it is read in; "" for the retina's own. */
  readonly readAs: string;
  /** The text that the answers below are about. */
  readonly text: string;
  /** What the fingerprint was made of: blanked where words are left out. */
  readonly used: string;
  readonly words: readonly BenchWord[];
  /** For each word why the person's wishes leave it out, or "". */
  readonly reasons: readonly string[];
  readonly answer: BenchAnswer | undefined;
  /** The answer about the text as it stands, with every word. */
  readonly whole: BenchAnswer | undefined;
  readonly isFetching: boolean;
  /** Null while nothing has failed. */
  readonly error: Error | null;
  readonly retry: () => void;
  readonly isStale: boolean;
  readonly isTooLong: boolean;
  /** The person cancelled the reading of this text. */
  readonly isCancelled: boolean;
}

/** The slices in force: the engine's, or the parts between the cuts that a person made. */
interface SlicesInForce {
  readonly slices: readonly BenchSlice[];
  readonly isOwn: boolean;
}

const NO_WORDS: readonly BenchWord[] = [];
const useReading = create<Reading & SlicesInForce>(() => ({
  bench: EMPTY_BENCH,
  retina: null,
  readAs: "",
  text: "",
  used: "",
  words: NO_WORDS,
  reasons: [],
  answer: undefined,
  whole: undefined,
  isFetching: false,
  error: null,
  retry: () => undefined,
  isStale: false,
  isTooLong: false,
  isCancelled: false,
  slices: [],
  isOwn: false,
}));

/** Everything about the text, for the parts of the view. */
export const useTextBench = (): Reading & SlicesInForce => useReading();

/**
 * What goes to another room, which reads texts in the language of the retina: the text itself where that is how it was read
 * here, otherwise its cells.
 */
export function useSourceOf(): (
  own: ExpressionJson,
  positions: readonly number[],
) => ExpressionJson {
  const { answer, retina } = useTextBench();
  const isOwn = answer === undefined || answer.readBy.retina === retina?.name;
  return useCallback((own, positions) => (isOwn ? own : { positions: [...positions] }), [isOwn]);
}

/** Reads the text for the whole view, once: asking in each part would hash a megabyte as often as there are parts. */
export function useReadText(): void {
  const reading = useBenchAnswers();
  const slices = useCutSlices(reading);
  useLayoutEffect(() => {
    const next = { ...reading, ...slices };
    if (!shallow(useReading.getState(), next)) useReading.setState(next);
  });
}

/**
 * First the text as it stands, then without the words that a person left out. Offsets are those of the text as
 * typed. Earlier answers stay until the next has come.
 */
function useBenchAnswers(): Reading {
  const retina = useRetina();
  const bench = textBench.use();
  const { asked: text, settle } = useThrottled(bench.text, TYPING_MS);
  const unread = useTextLook((look) => look.unread);
  const isTooLong = text.length > LONGEST_TEXT;
  const isOn = retina !== null && text.trim() !== "" && !isTooLong && text !== unread;
  const chosen = useReadAs(bench.language);
  const first = useQuery({
    ...textBenchQuery(retina?.name ?? "", text, chosen),
    enabled: isOn,
    placeholderData: keepPreviousData,
  });
  const spoken = useSpoken(first.data);
  const readAs = bench.language === "" ? spoken : chosen;
  // The same question again, unless the text is in another language that the person uses.
  const whole = useQuery({
    ...textBenchQuery(retina?.name ?? "", text, readAs),
    enabled: isOn,
    placeholderData: keepPreviousData,
  });
  const words = (isOn && whole.data?.words) || NO_WORDS;
  const shown = useAnswered(text, whole.data !== undefined && whole.isPlaceholderData);
  const { used, reasons } = useWishes(bench, words, shown === text ? text : null);
  const reduced = useQuery({
    ...textBenchQuery(retina?.name ?? "", used ?? text, readAs),
    enabled: isOn && used !== null && used !== text && /[\p{L}\p{N}]/u.test(used),
    placeholderData: keepPreviousData,
  });
  settle(whole.isFetching || reduced.isFetching);
  const result = used === null || used === text ? whole : reduced;
  return {
    bench,
    retina,
    readAs,
    text: shown,
    used: used ?? shown,
    words,
    reasons,
    answer: isOn ? result.data : undefined,
    whole: isOn ? whole.data : undefined,
    isFetching: result.isFetching,
    error: result.error,
    retry: result.refetch,
    isStale: result.isPlaceholderData || text !== bench.text,
    isTooLong,
    isCancelled: text !== "" && text === unread,
  };
}

/** The language of a text that was read as if it were in another, where it is among those that the person uses; "" otherwise. */
function useSpoken(answer: BenchAnswer | undefined): string {
  const languages = useSettings((settings) => settings.languages);
  const code = answer?.language.iso_tag ?? "";
  const canBeRead = answer?.foreign?.retina != null;
  return canBeRead && languages.includes(code) ? code : "";
}

/** The language that a person set, where texts can be read in it; "" otherwise. */
function useReadAs(language: string): string {
  const retina = useRetina();
  const { data } = useQuery({
    ...languagesQuery(retina?.name ?? ""),
    enabled: retina !== null && language !== "",
  });
  return data?.has(language) ? language : "";
}

/** The text that the answers at hand are about: while the next is being read, that is the one before. */
function useAnswered(text: string, isEarlier: boolean): string {
  const answered = useRef(text);
  if (!isEarlier) answered.current = text;
  return answered.current;
}

/** Which words a person's wishes leave out, and the text without them; null while `words` are of another text. */
function useWishes(bench: TextBench, words: readonly BenchWord[], text: string | null) {
  const { leftOut, withoutNumbers, withoutFaint } = bench;
  const reasons = useMemo(
    () => words.map((word) => wishAgainst(word, { leftOut, withoutNumbers, withoutFaint })),
    [words, leftOut, withoutNumbers, withoutFaint],
  );
  const used = useMemo(() => {
    const ranges = words.filter((_, index) => reasons[index] !== "");
    return text === null || ranges.length === 0 ? text : blankOut(text, ranges);
  }, [words, reasons, text]);
  return { used, reasons };
}

/** Stops the reading of a text; it stays in its box until the person asks again or changes it. */
export function cancelReading(text: string): void {
  useTextLook.setState({ unread: text });
  void queryClient.cancelQueries({ predicate: ({ queryKey }) => queryKey[1] === "app.textBench" });
}

function useCutSlices({ bench, used, text, retina, readAs, answer }: Reading): SlicesInForce {
  const { cuts } = bench;
  const engine = answer?.slices;
  const parts = useMemo(() => {
    if (cuts === null || engine === undefined) return [];
    const found = new Map(engine.map((slice) => [`${slice.start} ${slice.end}`, slice]));
    return partsAt(text, cuts).map((range) => ({
      ...range,
      found: found.get(`${range.start} ${range.end}`),
    }));
  }, [cuts, text, engine]);
  // Only what a person cut differently is asked for: a long text has hundreds of slices.
  const asked = useMemo(() => parts.filter(({ found }) => found === undefined), [parts]);
  const answers = useQueries({
    queries: asked.map(({ start, end }) => ({
      ...textBenchQuery(retina?.name ?? "", used.slice(start, end), readAs),
      enabled: retina !== null,
    })),
    combine: (results) => results.map(({ data }) => data),
  });
  return useMemo(() => {
    if (cuts === null || engine === undefined) {
      const shown = (engine ?? []).map((slice) => ({
        ...slice,
        text: text.slice(slice.start, slice.end),
      }));
      return { slices: shown, isOwn: false };
    }
    const slices = parts.map(({ start, end, found }): BenchSlice => {
      if (found) return { ...found, text: text.slice(start, end) };
      const data = answers[asked.findIndex((part) => part.start === start)];
      return {
        text: text.slice(start, end),
        start,
        end,
        heading: (data?.keywords ?? [])
          .slice(0, 3)
          .map(({ term }) => term)
          .join(", "),
        positions: data?.positions ?? [],
        language: data?.language ?? UNKNOWN,
      };
    });
    return { slices, isOwn: true };
  }, [cuts, engine, parts, asked, answers, text]);
}

const UNKNOWN: BenchSlice["language"] = {
  language: null,
  iso_tag: null,
  confidence: "none",
  runnerUp: null,
};
