import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useCallback, useLayoutEffect, useMemo, useRef } from "react";
import { create } from "zustand";
import { shallow } from "zustand/shallow";
import type { ExpressionJson } from "../../../core/api/schema/json-value.ts";
import type { RetinaStamp } from "../../../core/workspace/cells.ts";
import { languagesQuery } from "../../api/map-queries.ts";
import { engineQuery, queryClient } from "../../api/query-client.ts";
import { useRetina } from "../../state/retina.ts";
import { TYPING_MS, useThrottled } from "../../state/use-throttled.ts";
import type { BenchAnswer, BenchSlice, BenchWord } from "./model/bench-answer.ts";
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

/** The slices of a text with their words. */
export type Slice = BenchSlice & { readonly text: string };

interface Reading {
  readonly bench: TextBench;
  readonly retina: RetinaStamp | null;
  /** The code of the language that it is read in; "" for the map's own. */
  readonly readAs: string;
  /** The text that the answers below are about. */
  readonly text: string;
  readonly words: readonly BenchWord[];
  readonly slices: readonly Slice[];
  readonly answer: BenchAnswer | undefined;
  readonly isFetching: boolean;
  /** Null while nothing has failed. */
  readonly error: Error | null;
  readonly retry: () => void;
  readonly isStale: boolean;
  readonly isTooLong: boolean;
  /** The user cancelled the reading of this text. */
  readonly isCancelled: boolean;
}

const NO_WORDS: readonly BenchWord[] = [];
const NO_SLICES: readonly Slice[] = [];

const useReading = create<Reading>(() => ({
  bench: EMPTY_BENCH,
  retina: null,
  readAs: "",
  text: "",
  words: NO_WORDS,
  slices: NO_SLICES,
  answer: undefined,
  isFetching: false,
  error: null,
  retry: () => undefined,
  isStale: false,
  isTooLong: false,
  isCancelled: false,
}));

/** Everything about the text, for the parts of the view. */
export const useTextBench = (): Reading => useReading();

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
  useLayoutEffect(() => {
    if (!shallow(useReading.getState(), reading)) useReading.setState(reading);
  });
}

/** Offsets are those of the text as typed. Earlier answers stay until the next has come. */
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
  const readAs = bench.language === "" ? languageToRead(first.data) : chosen;
  // The same query again, unless the text is in another language.
  const result = useQuery({
    ...textBenchQuery(retina?.name ?? "", text, readAs),
    enabled: isOn,
    placeholderData: keepPreviousData,
  });
  const { data, isPlaceholderData } = result;
  const shown = useAnswered(text, data !== undefined && isPlaceholderData);
  const slices = useMemo(
    () =>
      data?.slices.map((slice) => ({ ...slice, text: shown.slice(slice.start, slice.end) })) ??
      NO_SLICES,
    [data, shown],
  );
  settle(result.isFetching);
  return {
    bench,
    retina,
    readAs,
    text: shown,
    words: (isOn && data?.words) || NO_WORDS,
    slices: isOn ? slices : NO_SLICES,
    answer: isOn ? data : undefined,
    isFetching: result.isFetching,
    error: result.error,
    retry: result.refetch,
    isStale: isPlaceholderData || text !== bench.text,
    isTooLong,
    isCancelled: text !== "" && text === unread,
  };
}

/** The language of a text that was read as if it were in another, where there is a retina of it; "" otherwise. */
const languageToRead = (answer: BenchAnswer | undefined): string =>
  answer?.foreign?.retina == null ? "" : (answer.language.iso_tag ?? "");

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

/** Stops the reading of a text; it stays in its box until the person asks again or changes it. */
export function cancelReading(text: string): void {
  useTextLook.setState({ unread: text });
  void queryClient.cancelQueries({ predicate: ({ queryKey }) => queryKey[1] === "app.textBench" });
}
