import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { atlasQuery, retinaCardsQuery } from "../../api/map-queries.ts";
import { Button } from "../../components/controls/button.tsx";
import { Dialog } from "../../components/controls/dialog.tsx";
import { Empty } from "../../components/controls/states.tsx";
import { pins } from "../../state/pins.ts";
import { usePublish } from "../../state/publish.ts";
import { useRetina } from "../../state/retina.ts";
import { CardTable } from "./card-table.tsx";
import type { RetinaCard } from "./maps-lens.tsx";
import { retinaTitle } from "./model/retina-title.ts";
import { removeRetina, useRetinaLook, verifyRetina } from "./retina-look.ts";
import { TrainedLook } from "./trained-look.tsx";
import { useTraining } from "./training-run.ts";

/** What is known of the chosen retina; while one is trained, what comes of it. */
export function MapsResults() {
  const { pane, shown } = useRetinaLook();
  const used = useRetina()?.name ?? "";
  const { trained } = useTraining();
  const cards = useQuery(retinaCardsQuery()).data ?? [];
  const card = cards.find(({ name }) => name === (shown || used));
  if (pane === "train" && trained) return <TrainedLook trained={trained} />;
  return (
    <div className="results">
      <h2 dir="auto">{card ? retinaTitle(card) : "Card"}</h2>
      <MapOf name={used} />
      {!card && <Empty>Choose a map on the left to see its card.</Empty>}
      {card && <CardOf card={card} />}
    </div>
  );
}

/** The empty map of the retina in use. */
function MapOf({ name }: { readonly name: string }) {
  const { isPending } = useQuery({ ...atlasQuery(name), enabled: name !== "" });
  usePublish({
    map: useMemo(
      () => ({
        title: `The map of ${name}`,
        layers: [],
        fingerprint: null,
        emptyText: isPending
          ? `Reading the map of ${name}…`
          : "The higher the ground, the more terms use its cells",
      }),
      [name, isPending],
    ),
  });
  return null;
}

function CardOf({ card }: { readonly card: RetinaCard }) {
  const [isAsking, setAsking] = useState(false);
  const dependents = useDependents(card.checksum);
  return (
    <div className="results-body stack gap-5 at-top grow scroll">
      {card.description && <p className="prose">{card.description}</p>}
      <CardTable card={card} />
      <div className="row wrap">
        <Button size="small" onPress={() => void verifyRetina(card.name)}>
          Verify the file
        </Button>
        {card.removable && (
          <Button size="small" tone="danger" onPress={() => setAsking(true)}>
            Remove…
          </Button>
        )}
      </div>
      {!card.removable && (
        <p className="muted">This map came with the program and cannot be removed.</p>
      )}
      <Dialog
        title={`Remove ${card.name}?`}
        isOpen={isAsking}
        width="narrow"
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button onPress={() => setAsking(false)}>Cancel</Button>
            <Button
              tone="danger"
              onPress={() => {
                setAsking(false);
                void removeRetina(card.name);
              }}
            >
              Remove the map
            </Button>
          </>
        }
      >
        <p>Its file is deleted from this machine. This cannot be undone.</p>
        {dependents.length > 0 && (
          <>
            <p>Made with it in this workspace:</p>
            <ul className="retina-dependents">
              {dependents.slice(0, 12).map((name) => (
                <li key={name}>{name}</li>
              ))}
            </ul>
          </>
        )}
      </Dialog>
    </div>
  );
}

/**
 * What in this workspace was made with a retina, by name. Filters and expressions are not among them: they
 * follow from their texts and terms and are evaluated again on whatever retina is in use.
 */
function useDependents(checksum: string): readonly string[] {
  return pins
    .use()
    .filter(({ retina }) => retina.checksum === checksum)
    .map(({ label }) => `“${label}” on the shelf`);
}
