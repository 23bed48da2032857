import { Chip } from "../../components/controls/chip.tsx";
import { type SideName, sideOf, sideOfFingerprint } from "../../model/compare/comparison.ts";
import { hueOf, letterOf } from "../../model/map/layers.ts";
import { putSide } from "../../state/compare/comparison.ts";
import { useFilterStates } from "../../state/filters/ready-filters.ts";
import { pins } from "../../state/pins.ts";
import { useRetina } from "../../state/retina.ts";

const OFFERED = 6;

/** For an empty slot: what lies on the shelf, and the filters, one click away. */
export function SlotShelf({ name }: { readonly name: SideName }) {
  return (
    <>
      <Pinned name={name} />
      <Filters name={name} />
    </>
  );
}

function Pinned({ name }: { readonly name: SideName }) {
  const pinned = pins.use();
  if (pinned.length === 0) return null;
  return (
    <div className="slot-shelf">
      <span className="muted">From the shelf</span>
      {pinned.slice(0, OFFERED).map((fingerprint, index) => (
        <Chip
          key={fingerprint.id}
          colour={hueOf(index)}
          letter={letterOf(index)}
          onPress={() =>
            putSide(name, sideOfFingerprint(fingerprint), `Compare ${fingerprint.label}`)
          }
        >
          {fingerprint.label}
        </Chip>
      ))}
    </div>
  );
}

/** A filter is put in with the cells that it has now. */
function Filters({ name }: { readonly name: SideName }) {
  const checksum = useRetina()?.checksum ?? "";
  const ready = useFilterStates().flatMap((state) => (state.ready ? [state.ready] : []));
  if (ready.length === 0) return null;
  return (
    <div className="slot-shelf">
      <span className="muted">A filter</span>
      {ready.slice(0, OFFERED).map((filter) => (
        <Chip
          key={filter.id}
          label={`Compare the filter ${filter.name}`}
          onPress={() =>
            putSide(
              name,
              sideOf({ positions: [...filter.positions] }, filter.name, checksum),
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
