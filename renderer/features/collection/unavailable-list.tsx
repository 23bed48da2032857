import { useState } from "react";
import type { UnavailableCollection } from "../../api/collection-queries.ts";
import { Button } from "../../components/controls/button.tsx";
import { RemoveBox } from "./remove-box.tsx";

interface UnavailableListProps {
  readonly collections: readonly UnavailableCollection[];
  readonly onRetry: () => void;
}

/** Collections that cannot be opened now: which, why, and what can be done. */
export function UnavailableList({ collections, onRetry }: UnavailableListProps) {
  const [removing, setRemoving] = useState<string | null>(null);
  if (collections.length === 0) return null;
  return (
    <ul className="stack" aria-label="Collections that cannot be opened">
      {collections.map(({ name, state, reason }) => (
        <li key={name}>
          <p className="row gap-1 wrap">
            <strong>{name}</strong>
            {state === "damaged" && " is damaged"}
            {state === "in-use" && " is in use"}
            {state === "unavailable" && " cannot be opened"}
          </p>
          <p className="muted row gap-1 wrap">{reason}</p>
          <p className="row gap-1 wrap">
            <Button size="small" onPress={onRetry}>
              Try again
            </Button>
            {state === "damaged" && (
              <Button size="small" tone="danger" onPress={() => setRemoving(name)}>
                Remove…
              </Button>
            )}
          </p>
        </li>
      ))}
      {removing !== null && (
        <RemoveBox name={removing} what="it" onClose={() => setRemoving(null)}>
          <p className="row gap-1 wrap">
            Whatever is left of it, labels too, will be deleted. This cannot be undone; the file
            that you imported stays where it is. If you have a copy of the collection's files, put
            that back instead.
          </p>
        </RemoveBox>
      )}
    </ul>
  );
}
