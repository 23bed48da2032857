import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef } from "react";
import { termQuery } from "../api/map-queries.ts";
import { hoverTerm } from "./hover.ts";
import { useRetina } from "./retina.ts";

/** For lists: lights the cells of the term under the pointer or the cursor; only the last one is shown. */
export function useTermHover(): (term: string | null) => void {
  const client = useQueryClient();
  const retina = useRetina()?.name ?? "";
  const wanted = useRef<string | null>(null);
  return useCallback(
    (term) => {
      wanted.current = term;
      if (term === null) {
        hoverTerm(null);
        return;
      }
      void client
        .fetchQuery(termQuery(retina, term))
        .then(({ positions }) => {
          if (wanted.current === term) hoverTerm({ name: term, positions });
        })
        .catch(() => hoverTerm(null));
    },
    [client, retina],
  );
}
