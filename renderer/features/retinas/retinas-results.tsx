import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { retinaCardsQuery } from "../../api/map-queries.ts";
import { Button } from "../../components/controls/button.tsx";
import { Dialog } from "../../components/controls/dialog.tsx";
import { Empty } from "../../components/controls/states.tsx";
import { useShowOnMap } from "../../state/map-content.ts";
import { useRetina } from "../../state/retina.ts";
import { CardTable } from "./card-table.tsx";
import { removeRetina, useRetinaLook, verifyRetina } from "./retina-look.ts";
import type { RetinaCard } from "./retina-row.tsx";
import { TrainedLook } from "./trained-look.tsx";
import { useTraining } from "./training-run.ts";
import { useDependents } from "./use-dependents.ts";

/** The card of the chosen retina; while one is trained, what comes of it. */
export function RetinasResults() {
  const { pane, shown } = useRetinaLook();
  const used = useRetina()?.name ?? "";
  const { trained } = useTraining();
  const cards = useQuery(retinaCardsQuery()).data ?? [];
  const card = cards.find(({ name }) => name === (shown || used));
  useShowOnMap(
    useMemo(
      () => ({
        title: `The map of ${used}`,
        layers: [],
        fingerprint: null,
        emptyText: "Darker ground: more terms live there",
      }),
      [used],
    ),
  );
  if (pane === "train" && trained) return <TrainedLook trained={trained} />;
  return (
    <div className="results">
      <h2>{card ? card.name : "Card"}</h2>
      {card ? <CardOf card={card} /> : <Empty>Choose a retina on the left to see its card.</Empty>}
    </div>
  );
}

function CardOf({ card }: { readonly card: RetinaCard }) {
  const [isAsking, setAsking] = useState(false);
  const dependents = useDependents(card.checksum);
  return (
    <div className="retina-card">
      {card.description && <p className="prose">{card.description}</p>}
      <CardTable card={card} />
      <div className="retina-actions">
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
        <p className="muted">This retina came with the program and cannot be removed.</p>
      )}
      <Dialog
        title={`Remove ${card.name}?`}
        isOpen={isAsking}
        width="narrow"
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button onPress={() => setAsking(false)}>Keep it</Button>
            <Button
              tone="danger"
              onPress={() => {
                setAsking(false);
                void removeRetina(card.name);
              }}
            >
              Remove the retina
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
