import { cellPath } from "../../../core/image/cell-shape.ts";
import { MARKS } from "../../../core/image/style.ts";
import { hueOf } from "../../model/map/layers.ts";

const SIZE = 12;

/** The hatch of one of the eight lettered things, as pictures in black draw its cells. Nothing from the ninth on. */
export function HatchSign({ index }: { readonly index: number }) {
  const mark = MARKS[index];
  if (mark === undefined) return null;
  const path = cellPath(Uint16Array.of(0), Uint32Array.of(0), {
    size: SIZE,
    shape: "square",
    mark,
  });
  return (
    <svg className="hatch-sign" width={SIZE} height={SIZE} aria-hidden="true">
      <path d={path} fill={`var(--${hueOf(index)})`} fillRule="evenodd" />
    </svg>
  );
}
