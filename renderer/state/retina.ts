import { useQuery } from "@tanstack/react-query";
import { createContext, useContext, useMemo } from "react";
import { Type } from "#typebox";
import type { Output } from "../../core/api/client-types.ts";
import type { RetinaStamp } from "../../core/workspace/cells.ts";
import { atlasQuery, retinaCardsQuery } from "../api/map-queries.ts";
import { queryClient } from "../api/query-client.ts";
import { type Atlas, makeAtlas } from "../model/atlas.ts";
import { defineSlice } from "./slice.ts";

export const AtlasContext = createContext<Atlas | null>(null);

/** Null until it has come. */
export const useAtlas = (): Atlas | null => useContext(AtlasContext);

/** Asked once a retina. */
export function useAtlasInUse(): Atlas | null {
  const retina = useRetina();
  const { data } = useQuery({ ...atlasQuery(retina?.name ?? ""), enabled: retina !== null });
  return useMemo(() => (data ? makeAtlas(data) : null), [data]);
}

/** Name of the chosen retina; "" means the host's default. */
const chosen = defineSlice("retina", {
  title: "the chosen retina",
  schema: Type.String(),
  initial: "",
});

export const chooseRetina = (name: string): void => chosen.edit(`Switch to ${name}`, () => name);

export const RetinaContext = createContext<RetinaStamp | null>(null);

/** The retina every view works with. */
export const useRetina = (): RetinaStamp | null => useContext(RetinaContext);

/** The chosen retina if it can be used, else the default, else the first. The same object as long as it is the same retina. */
export function useRetinaInUse(): RetinaStamp | null {
  const name = chosen.use();
  const cards = useQuery(retinaCardsQuery()).data ?? NO_CARDS;
  const { name: used = "", checksum = "" } = cardInUse(cards, name) ?? {};
  return useMemo(() => (used === "" ? null : { name: used, checksum }), [used, checksum]);
}

/** Name of the retina in use, for what is no component; "" while it is unknown. */
export const retinaInUse = (): string =>
  cardInUse(queryClient.getQueryData(retinaCardsQuery().queryKey) ?? NO_CARDS, chosen.read())
    ?.name ?? "";

type Cards = Output<"app.retinaCards">;

const NO_CARDS: Cards = [];

function cardInUse(cards: Cards, name: string): Cards[number] | undefined {
  const ready = cards.filter((card) => card.state === "ready");
  return (
    ready.find((known) => known.name === name) ?? ready.find((known) => known.isDefault) ?? ready[0]
  );
}

/** The name asked for in this workspace, even when it is not installed. */
export const useChosenRetina = (): string => chosen.use();
