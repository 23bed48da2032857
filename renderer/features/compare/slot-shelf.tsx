import { Chip } from "../../components/controls/chip.tsx";
import { hueOf, letterOf } from "../../components/fingerprint-grid/layers.ts";
import { pins } from "../../state/pins.ts";
import { putSide, type SideName, sideOfFingerprint } from "./comparison.ts";

const OFFERED = 6;

/** For an empty slot: what lies on the shelf, one click away. */
export function SlotShelf({ name }: { readonly name: SideName }) {
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
