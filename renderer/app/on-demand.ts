import { QueryClient, useQuery } from "@tanstack/react-query";

/** Code of the page, apart from what the engine answers: what counts or resets answers leaves it alone. */
const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: Number.POSITIVE_INFINITY,
      networkMode: "always",
      retry: false,
      refetchOnWindowFocus: false,
      structuralSharing: false,
    },
  },
});

const loaders: (() => Promise<unknown>)[] = [];

/** Loads what is still lacking, so that none of it has to be waited for. */
export const loadRest = (): Promise<unknown> => Promise.allSettled(loaders.map((load) => load()));

/** A part of the page's code that comes in a file of its own. What has come once is there at once. */
export function onDemand<T>(name: string, load: () => Promise<T>) {
  const query = { queryKey: [name], queryFn: load };
  const part = {
    load: () => client.fetchQuery(query),
    use: () => useQuery(query, client),
  };
  loaders.push(part.load);
  return part;
}

export type OnDemand<T> = ReturnType<typeof onDemand<T>>;
