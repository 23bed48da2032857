import { Blend, Layers } from "lucide-react";
import { type DragEvent, useState } from "react";
import { IconButton } from "../components/controls/icon-button.tsx";
import { carriesFingerprint, takeFingerprint } from "../components/sharing/drag-payload.ts";
import { compareItems } from "../features/compare/comparison-store.ts";
import { itemOfFingerprint } from "../features/compare/model/comparison.ts";
import { openWith } from "../state/open-with.ts";
import { movePin, pin, pins } from "../state/pins.ts";
import { ShelfPin } from "./shelf-pin.tsx";

/** Pinned fingerprints along the lower edge, from the first on: open, drag to any slot, reorder, rename, remove. */
export function Shelf() {
  const pinned = pins.use();
  const [isOver, setOver] = useState(false);
  if (pinned.length === 0) return null;
  const drop = (event: DragEvent, index: number) => {
    setOver(false);
    const dropped = takeFingerprint(event.dataTransfer);
    if (!dropped) return;
    event.preventDefault();
    event.stopPropagation();
    if (pinned.some(({ id }) => id === dropped.id)) movePin(dropped.id, index);
    else pin(dropped);
  };
  return (
    <section
      className="shelf row gap-3"
      aria-label="Shelf of pinned fingerprints"
      data-panel="shelf"
      data-over={isOver || undefined}
      tabIndex={-1}
      onDragOver={(event) => {
        if (!carriesFingerprint(event.dataTransfer)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => drop(event, pinned.length)}
    >
      {pinned.length > 1 ? (
        <IconButton
          icon={Blend}
          label="Compare the pins"
          onPress={() => {
            openWith("compare");
            compareItems(pinned.map(itemOfFingerprint), "Compare the pins");
          }}
        />
      ) : (
        <Layers size={16} aria-hidden="true" className="fixed muted" />
      )}
      <ul className="shelf-list row">
        {pinned.map((each, index) => (
          <ShelfPin key={each.id} pinned={each} index={index} count={pinned.length} onDrop={drop} />
        ))}
      </ul>
    </section>
  );
}
