import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { evaluateQuery } from "../../api/subject-queries.ts";
import { hoverTerm, useEndHover } from "../../state/hover.ts";
import { useRetina } from "../../state/retina.ts";

const PAUSE_MS = 80;

/** For lists of texts: lights the cells of the text under the pointer; only the last one is shown. */
export function useExampleHover(): (text: string | null) => void {
  const client = useQueryClient();
  const retina = useRetina()?.name ?? "";
  useEndHover();
  const wanted = useRef<string | null>(null);
  useEffect(
    () => () => {
      wanted.current = null;
    },
    [],
  );
  return useCallback(
    (text) => {
      wanted.current = text;
      if (text === null || text.trim() === "" || retina === "") {
        hoverTerm(null);
        return;
      }
      setTimeout(() => {
        if (wanted.current !== text) return;
        void client
          .fetchQuery(evaluateQuery(retina, { text }))
          .then(({ positions }) => {
            if (wanted.current === text) hoverTerm({ name: text.slice(0, 60), positions });
          })
          .catch(() => hoverTerm(null));
      }, PAUSE_MS);
    },
    [client, retina],
  );
}
