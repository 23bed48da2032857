import { QueryClient, type QueryKey } from "@tanstack/react-query";
import type { Args, Name, Output } from "../../core/api/client-types.ts";
import { ApiError } from "../../core/errors.ts";
import { call, onTiming } from "./client.ts";

const MOST_RETRIES = 2;

/** What may pass by itself: a busy or unreachable engine, a thread that died. */
const PASSING: readonly string[] = ["busy", "interrupted"];

/** Only what may pass is asked for again by itself; every other failure is shown where it happened. */
function shouldRetry(failures: number, error: Error): boolean {
  return error instanceof ApiError && PASSING.includes(error.code) && failures < MOST_RETRIES;
}

/** Lists longer than this are positions, or texts of many. */
const LONG_LIST = 32;

const written = new WeakMap<object, string>();

/**
 * A key as text. Long lists never change and stand in the keys of many queries, which every render writes out again: each
 * is written once.
 */
export function keyText(key: QueryKey): string {
  return JSON.stringify(key, (_, value: unknown) => {
    if (Array.isArray(value)) return value.length > LONG_LIST ? listText(value) : value;
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

function listText(list: readonly unknown[]): string {
  const known = written.get(list) ?? JSON.stringify(list);
  written.set(list, known);
  return known;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      queryKeyHashFn: keyText,
      retry: shouldRetry,
      retryDelay: (attempt) => 300 * 2 ** attempt,
      refetchOnWindowFocus: false,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 5 * 60_000,
      networkMode: "always",
    },
    mutations: { networkMode: "always" },
  },
});

/**
 * Options of a query for one call. The key starts with the retina, so switching retinas drops every result
 * at once; a late answer belongs to an old key and is never shown; leaving cancels the call.
 */
export function engineQuery<N extends Name>(retina: string, name: N, args: Args<N>) {
  return {
    queryKey: [retina, name, args] as const,
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<Output<N>> => call(name, args, signal),
  };
}

/**
 * What is on the screen as failed because nobody answered is asked again as soon as somebody does.
 * @returns a function that ends it
 */
export const followReconnection = (): (() => void) =>
  onTiming(() => {
    void queryClient.refetchQueries({
      type: "active",
      predicate: ({ state }) => state.fetchStatus === "idle" && isUnreachable(state.error),
    });
  });

/** The engine's own "busy" has no reason of the connection's. */
const isUnreachable = (error: unknown): boolean =>
  error instanceof ApiError && error.code === "busy" && "reason" in error.details;
