import { useQuery } from "@tanstack/react-query";
import { retinaCardsQuery } from "../api/map-queries.ts";
import { Button } from "../components/controls/button.tsx";
import { messageOf } from "../model/error-words.ts";
import { openWith } from "../state/open-with.ts";

/** Why there is no map to show, with the way to one; null while there is one. */
export function useMapNote(hasRetina: boolean) {
  const cards = useQuery(retinaCardsQuery());
  if (hasRetina || cards.isPending) return null;
  if (cards.isError)
    return (
      <div className="map-note stack" role="alert">
        <p>{messageOf(cards.error)}</p>
        <Button size="small" onPress={() => void cards.refetch()}>
          Try again
        </Button>
      </div>
    );
  const damaged = cards.data.length;
  return (
    <div className="map-note stack" role="status">
      <p>
        <strong>{damaged === 0 ? "There is no map yet." : "No map can be read."}</strong> Words get
        their cells from a retina: install one from a file, or train one on your own texts.
      </p>
      <Button size="small" onPress={() => openWith("maps")}>
        Go to Maps
      </Button>
    </div>
  );
}
