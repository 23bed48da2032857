import { keepPreviousData, queryOptions, useQueries, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { Output } from "../../../core/api/client-types.ts";
import { engineQuery } from "../../api/query-client.ts";
import { useRetina } from "../../state/retina.ts";
import { textBench } from "./text-bench.ts";
import { blankOut, partsAt, wishAgainst } from "./text-ranges.ts";

export type BenchAnswer = Output<"app.textBench">;
export type BenchWord = BenchAnswer["words"][number];
export type BenchSlice = BenchAnswer["slices"][number];

const PAUSE_MS = 200;

export const textBenchQuery = (retina: string, text: string) =>
  queryOptions(engineQuery(retina, "app.textBench", { retina_name: retina, text }));

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
  const isOn = retina !== null && text.trim() !== "";
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
  };
}

/** The slices in force: the engine's, or the parts between the cuts that a person made. */
export function useSlices(): { readonly slices: readonly BenchSlice[]; readonly isOwn: boolean } {
  const { bench, used, text, retina, answer } = useTextBench();
  const { cuts } = bench;
  const engine = answer?.slices;
  const parts = useMemo(
    () => (cuts === null || engine === undefined ? [] : partsAt(text, cuts)),
    [cuts, text, engine],
  );
  const own = useQueries({
    queries: parts.map(({ start, end }) => ({
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
    const slices = parts.map(({ start, end }, index): BenchSlice => {
      const data = own[index];
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
  }, [cuts, engine, parts, own, text]);
}

const UNKNOWN: BenchSlice["language"] = {
  language: null,
  iso_tag: null,
  confidence: "none",
  runnerUp: null,
};
