import { useQuery } from "@tanstack/react-query";
import { ChevronUp } from "lucide-react";
import { MenuTrigger } from "react-aria-components";
import { retinaCardsQuery } from "../api/map-queries.ts";
import { Button } from "../components/controls/button.tsx";
import { ActionMenu } from "../components/controls/menu.tsx";
import { formatCount } from "../model/format.ts";
import { openWith } from "../state/open-with.ts";
import { chooseRetina, useChosenRetina, useRetina } from "../state/retina.ts";

/** Which map of meaning everything is asked of. */
export function RetinaPicker() {
  const retina = useRetina();
  const asked = useChosenRetina();
  const cards = useQuery(retinaCardsQuery());
  const isOther = retina !== null && asked !== "" && asked !== retina.name;
  if (cards.isError)
    return (
      <Button size="small" onPress={() => void cards.refetch()}>
        No engine: try again
      </Button>
    );
  return (
    <MenuTrigger>
      <Button size="small" tone="quiet" aria-label={`Retina: ${retina?.name ?? "none"}`}>
        {retina?.name ?? "No retina"}
        {isOther && <span className="status-warn row">“{asked}” is not installed</span>}{" "}
        <ChevronUp size={12} aria-hidden="true" />
      </Button>
      <ActionMenu
        label="Retina"
        groups={[
          {
            entries: (cards.data ?? []).map((card) => ({
              id: card.name,
              label: `${card.name} · ${formatCount(card.terms)} terms`,
              isChosen: card.name === retina?.name,
              disabledBecause: card.state === "ready" ? null : (card.problem ?? "Damaged"),
              run: () => chooseRetina(card.name),
            })),
          },
          {
            entries: [
              {
                id: " manage",
                label: "Maps: cards, installing, training…",
                run: () => openWith("maps"),
              },
            ],
          },
        ]}
      />
    </MenuTrigger>
  );
}
