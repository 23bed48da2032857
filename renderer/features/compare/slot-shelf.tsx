import { Button } from "../../components/controls/button.tsx";
import { Chip } from "../../components/controls/chip.tsx";
import { hueOf, letterOf } from "../../model/map/layers.ts";
import { useFilterStates } from "../../state/filters/ready-filters.ts";
import { pins } from "../../state/pins.ts";
import { useRetina } from "../../state/retina.ts";
import { compareItems, putItem } from "./comparison-store.ts";
import { itemOf, itemOfFingerprint, MOST_ITEMS } from "./model/comparison.ts";

const OFFERED = 6;

/** For an empty slot: what lies on the shelf, and the filters, one click away. */
export function SlotShelf({ index }: { readonly index: number }) {
  return (
    <>
      <Pinned index={index} />
      <Filters index={index} />
    </>
  );
}

function Pinned({ index }: { readonly index: number }) {
  const pinned = pins.use();
  if (pinned.length === 0) return null;
  return (
    <div className="row gap-1 wrap">
      <span className="muted">From the shelf</span>
      {pinned.slice(0, OFFERED).map((fingerprint, place) => (
        <Chip
          key={fingerprint.id}
          colour={hueOf(place)}
          letter={letterOf(place)}
          onPress={() =>
            putItem(index, itemOfFingerprint(fingerprint), `Compare ${fingerprint.label}`)
          }
        >
          {fingerprint.label}
        </Chip>
      ))}
      {pinned.length > 1 && (
        <Button
          size="small"
          onPress={() => compareItems(pinned.map(itemOfFingerprint), "Compare what is pinned")}
        >
          {pinned.length > MOST_ITEMS ? `The first ${MOST_ITEMS}` : `All ${pinned.length}`}
        </Button>
      )}
    </div>
  );
}

/** A filter is put in with the cells that it has now. */
function Filters({ index }: { readonly index: number }) {
  const checksum = useRetina()?.checksum ?? "";
  const ready = useFilterStates().flatMap((state) => (state.ready ? [state.ready] : []));
  if (ready.length === 0) return null;
  return (
    <div className="row gap-1 wrap">
      <span className="muted">A filter</span>
      {ready.slice(0, OFFERED).map((filter) => (
        <Chip
          key={filter.id}
          label={`Compare the filter ${filter.name}`}
          onPress={() =>
            putItem(
              index,
              itemOf({ positions: [...filter.positions] }, filter.name, checksum),
              `Compare the filter ${filter.name}`,
            )
          }
        >
          {filter.name}
        </Chip>
      ))}
    </div>
  );
}
