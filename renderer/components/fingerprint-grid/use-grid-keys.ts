import { type FocusEvent, type KeyboardEvent, useRef, useState } from "react";
import { SIDE } from "../../../core/kernel/grid.ts";
import { moveCursor } from "./cursor.ts";
import type { FingerprintGridProps } from "./fingerprint-grid.tsx";
import { type Frame, zoomAround } from "./geometry.ts";
import { unionOf } from "./layers.ts";
import { combine, rectangleCells, toPositions, toSet } from "./selection.ts";
import type { MapZoom } from "./use-map-zoom.ts";

interface GridKeysContext {
  readonly zoom: MapZoom;
  readonly frame: Frame | null;
  readonly cancelStroke: () => void;
  readonly setPanning: (isPanning: boolean) => void;
}

const NO_CELL = -1;
const START_CELL = (SIDE / 2) * SIDE + SIDE / 2;

/** The keyboard cursor of the map: everything the pointer can do. */
export function useGridKeys(props: FingerprintGridProps, context: GridKeysContext) {
  const [cursor, setCursor] = useState(NO_CELL);
  const [corner, setCorner] = useState(NO_CELL);
  const hasPanned = useRef(false);

  const goTo = (position: number) => {
    setCursor(position);
    props.onHover(position);
    props.announceCell(position);
    keepVisible(position, context);
  };
  const finishRectangle = (event: KeyboardEvent) => {
    const cells = combine(
      toSet(props.brush),
      rectangleCells(corner, cursor),
      event.shiftKey ? "add" : "new",
    );
    setCorner(NO_CELL);
    props.onBrush(`Select ${toPositions(cells).length} cells`, toPositions(cells));
  };
  const toggle = () => {
    const cells = toSet(props.brush);
    const wasChosen = cells[cursor] === 1;
    cells[cursor] = wasChosen ? 0 : 1;
    props.onBrush(`${wasChosen ? "Unselect" : "Select"} a cell`, toPositions(cells));
  };
  const press = (event: KeyboardEvent): boolean => {
    const isPlain = !event.metaKey && !event.altKey;
    const moved = isPlain
      ? moveCursor(cursor < 0 ? START_CELL : cursor, event, unionOf(props.layers))
      : null;
    if (moved !== null) {
      goTo(cursor < 0 && !event.ctrlKey ? START_CELL : moved);
      return true;
    }
    if (!isPlain || event.ctrlKey) return false;
    return pressPlain(event);
  };
  const pressPlain = (event: KeyboardEvent): boolean => {
    switch (event.key) {
      case "Enter":
        if (cursor >= 0) props.onOpenCell(cursor);
        return cursor >= 0;
      case " ":
        if (!event.repeat) hasPanned.current = false;
        context.setPanning(true);
        return true;
      case "b":
      case "B":
        if (cursor < 0) return false;
        if (corner < 0) setCorner(cursor);
        else finishRectangle(event);
        return true;
      case "+":
      case "=":
        context.zoom.zoomBy(1.5);
        return true;
      case "-":
        context.zoom.zoomBy(1 / 1.5);
        return true;
      case "0":
        context.zoom.zoomTo({ k: 1, x: 0, y: 0 });
        return true;
      case "Escape":
        if (corner >= 0) setCorner(NO_CELL);
        else {
          context.cancelStroke();
          props.onEscape();
        }
        return true;
      default:
        return false;
    }
  };

  return {
    cursor,
    handlers: {
      onKeyDown: (event: KeyboardEvent<HTMLDivElement>) => {
        if (event.target !== event.currentTarget || !press(event)) return;
        event.preventDefault();
        event.stopPropagation();
      },
      onKeyUp: (event: KeyboardEvent<HTMLDivElement>) => {
        if (event.key !== " " || event.target !== event.currentTarget) return;
        context.setPanning(false);
        if (!hasPanned.current && cursor >= 0) toggle();
      },
      onPointerDown: () => {
        hasPanned.current = true;
        setCursor(NO_CELL);
      },
      onBlur: (event: FocusEvent<HTMLDivElement>) => {
        if (event.currentTarget.contains(event.relatedTarget)) return;
        context.setPanning(false);
        setCursor(NO_CELL);
        props.onHover(NO_CELL);
      },
    },
  };
}

/** Pans so that the cursor stays in sight when the map is zoomed. */
function keepVisible(position: number, { zoom, frame }: GridKeysContext): void {
  const { layout } = zoom;
  if (!frame || !layout || layout.cell === frame.cell) return;
  const column = position % SIDE;
  const row = Math.floor(position / SIDE);
  const x = layout.originX + column * layout.cell;
  const y = layout.originY + row * layout.cell;
  const isInside = (at: number) => at >= 0 && at + layout.cell <= frame.side;
  if (isInside(x) && isInside(y)) return;
  zoom.jumpTo(zoomAround(frame, layout.cell / frame.cell, { x: column + 0.5, y: row + 0.5 }));
}
