import { useQuery } from "@tanstack/react-query";
import { createContext, useContext, useMemo } from "react";
import { atlasQuery } from "../api/map-queries.ts";
import { type Atlas, makeAtlas } from "../model/atlas.ts";
import { regionNames } from "./region-names.ts";
import { useRetina } from "./retina.ts";

export const AtlasContext = createContext<Atlas | null>(null);

/** Null until it has come. */
export const useAtlas = (): Atlas | null => useContext(AtlasContext);

/** Asked once a retina. */
export function useAtlasInUse(): Atlas | null {
  const retina = useRetina();
  const { data } = useQuery({ ...atlasQuery(retina?.name ?? ""), enabled: retina !== null });
  const own = regionNames.use();
  return useMemo(() => (data ? makeAtlas(data, own) : null), [data, own]);
}
