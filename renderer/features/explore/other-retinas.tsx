import { useQueries, useQuery } from "@tanstack/react-query";
import { retinaCardsQuery, termQuery } from "../../api/map-queries.ts";
import { Chip } from "../../components/controls/chip.tsx";
import { chooseRetina, useRetina } from "../../state/retina.ts";

/** Installed retinas that do know a term that this one does not. */
export function OtherRetinas({ term }: { readonly term: string }) {
  const retina = useRetina();
  const cards = useQuery(retinaCardsQuery()).data ?? [];
  const others = cards.filter(({ name, state }) => state === "ready" && name !== retina?.name);
  const answers = useQueries({ queries: others.map(({ name }) => termQuery(name, term)) });
  const knowing = others.filter((_, index) => answers[index]?.data?.known === true);
  return knowing.map(({ name }) => (
    <Chip key={name} label={`Switch to ${name}, which knows it`} onPress={() => chooseRetina(name)}>
      in {name}
    </Chip>
  ));
}
