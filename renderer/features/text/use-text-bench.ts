import { keepPreviousData, queryOptions, useQueries, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { Output } from "../../../core/api/client-types.ts";
import { engineQuery, queryClient } from "../../api/query-client.ts";
import { useRetina } from "../../state/retina.ts";
import { LONGEST_TEXT, textBench, useTextLook } from "./text-bench.ts";
import { blankOut, partsAt, wishAgainst } from "./text-ranges.ts";

export type BenchAnswer = Output<"app.textBench">;
export type BenchWord = BenchAnswer["words"][number];
export type BenchSlice = BenchAnswer["slices"][number];

const PAUSE_MS = 200;

/** The answer about a long text is as large as many texts, so it is not kept once another is asked for. */
const LONG = 100_000;

export const textBenchQuery = (retina: string, text: string) =>
  queryOptions({
    ...engineQuery(retina, "app.textBench", { retina_name: retina, text }),
    ...(text.length > LONG ? { gcTime: 0 } : {}),
  });

/** The value after it has rested a moment, so that typing does not ask for every letter. */
export function useSettled<T>(value: T, pause = PAUSE_MS): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause);
    return () => clearTimeout(timer);
  }, [value, pause]);
  return settled;
}

/**
 * Everything about the text: first as it stands, then without the words that a person left out. Offsets are those
 * of the text as typed. Earlier answers stay until the next has come.
 */
export function useTextBench() {
  const retina = useRetina();
  const bench = textBench.use();
  const text = useSettled(bench.text);
  const unread = useTextLook((look) => look.unread);
  const isTooLong = text.length > LONGEST_TEXT;
  const isOn = retina !== null && text.trim() !== "" && !isTooLong && text !== unread;
  const whole = useQuery({
    ...textBenchQuery(retina?.name ?? "", text),
    enabled: isOn,
    placeholderData: keepPreviousData,
  });
  const words = isOn ? whole.data?.words : undefined;
  const { used, reasons } = useMemo(() => {
    const against = (words ?? []).map((word) => wishAgainst(word, bench));
    const ranges = (words ?? []).filter((_, index) => against[index] !== "");
    return {
      used: ranges.length === 0 || whole.isPlaceholderData ? text : blankOut(text, ranges),
      reasons: against,
    };
  }, [words, bench, text, whole.isPlaceholderData]);
  const reduced = useQuery({
    ...textBenchQuery(retina?.name ?? "", used),
    enabled: isOn && used !== text && /[\p{L}\p{N}]/u.test(used),
    placeholderData: keepPreviousData,
  });
  const hasReduced = used !== text;
  const result = hasReduced ? reduced : whole;
  return {
    bench,
    retina,
    /** The text that the answers below are about. */
    text,
    /** What the fingerprint was made of: blanked where words are left out. */
    used,
    words: words ?? [],
    /** For each word why the person's wishes leave it out, or "". */
    reasons,
    answer: isOn ? result.data : undefined,
    whole: isOn ? whole.data : undefined,
    result,
    isStale: result.isPlaceholderData || text !== bench.text,
    isTooLong,
    /** The person cancelled the reading of this text. */
    isCancelled: text !== "" && text === unread,
  };
}

/** Stops the reading of a text; it stays in its box until the person asks again or changes it. */
export function cancelReading(text: string): void {
  useTextLook.setState({ unread: text });
  void queryClient.cancelQueries({ predicate: ({ queryKey }) => queryKey[1] === "app.textBench" });
}

/** The slices in force: the engine's, or the parts between the cuts that a person made. */
export function useSlices(): { readonly slices: readonly BenchSlice[]; readonly isOwn: boolean } {
  const { bench, used, text, retina, answer } = useTextBench();
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
      ...textBenchQuery(retina?.name ?? "", used.slice(start, end)),
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
