import { type FocusEvent, type KeyboardEvent, type RefObject, useRef, useState } from "react";
import { SIDE } from "../../../core/kernel/grid.ts";
import { type Frame, zoomAround } from "../../model/map/geometry.ts";
import { unionOf } from "../../model/map/layers.ts";
import { combine, rectangleCells, toPositions, toSet } from "../../model/map/selection.ts";
import type { FingerprintGridProps } from "./grid-props.ts";
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
  const state: GridKeysState = { cursor, corner, setCursor, setCorner, hasPanned };
  return { cursor, handlers: handlersOf(props, context, state) };
}

interface GridKeysState {
  readonly cursor: number;
  /** First corner of a rectangle, or -1. */
  readonly corner: number;
  readonly setCursor: (position: number) => void;
  readonly setCorner: (position: number) => void;
  /** Space was for panning, not for choosing a cell. */
  readonly hasPanned: RefObject<boolean>;
}

function handlersOf(props: FingerprintGridProps, context: GridKeysContext, state: GridKeysState) {
  const rest = () => {
    context.setPanning(false);
    state.setCursor(NO_CELL);
    props.onHover(NO_CELL);
  };
  return {
    onKeyDown: (event: KeyboardEvent<HTMLDivElement>) => {
      if (event.target !== event.currentTarget || !press({ event, props, context, state })) return;
      event.preventDefault();
      event.stopPropagation();
    },
    onKeyUp: (event: KeyboardEvent<HTMLDivElement>) => {
      if (event.key !== " " || event.target !== event.currentTarget) return;
      context.setPanning(false);
      if (!state.hasPanned.current && state.cursor >= 0) toggle(props, state.cursor);
    },
    onPointerDown: () => {
      state.hasPanned.current = true;
      state.setCursor(NO_CELL);
    },
    onBlur: (event: FocusEvent<HTMLDivElement>) => {
      if (!event.currentTarget.contains(event.relatedTarget)) rest();
    },
  };
}

function press({ event, props, context, state }: Press): boolean {
  if (event.metaKey || event.altKey) return false;
  const { cursor } = state;
  const moved = moveCursor(cursor < 0 ? START_CELL : cursor, event, unionOf(props.layers));
  if (moved !== null) {
    const position = cursor < 0 && !event.ctrlKey ? START_CELL : moved;
    state.setCursor(position);
    props.onHover(position);
    props.announceCell(position);
    keepVisible(position, context);
    return true;
  }
  const act = event.ctrlKey ? undefined : KEYS[event.key];
  return act ? act({ event, props, context, state }) : false;
}

interface Press {
  readonly event: KeyboardEvent;
  readonly props: FingerprintGridProps;
  readonly context: GridKeysContext;
  readonly state: GridKeysState;
}

/** What a plain key does; false when it did nothing. */
type KeyAct = (press: Press) => boolean;

const zoomIn: KeyAct = ({ context }) => {
  context.zoom.zoomBy(1.5);
  return true;
};

const markCorner: KeyAct = ({ event, props, state }) => {
  if (state.cursor < 0) return false;
  if (state.corner < 0) state.setCorner(state.cursor);
  else finishRectangle(event, props, state);
  return true;
};

const KEYS: Readonly<Record<string, KeyAct>> = {
  Enter: ({ props, state }) => {
    if (state.cursor >= 0) props.onOpenCell(state.cursor);
    return state.cursor >= 0;
  },
  " ": ({ event, context, state }) => {
    if (!event.repeat) state.hasPanned.current = false;
    context.setPanning(true);
    return true;
  },
  b: markCorner,
  B: markCorner,
  "+": zoomIn,
  "=": zoomIn,
  "-": ({ context }) => {
    context.zoom.zoomBy(1 / 1.5);
    return true;
  },
  "0": ({ context }) => {
    context.zoom.zoomTo({ k: 1, x: 0, y: 0 });
    return true;
  },
  Escape: ({ props, context, state }) => {
    if (state.corner >= 0) state.setCorner(NO_CELL);
    else {
      context.cancelStroke();
      props.onEscape();
    }
    return true;
  },
};

function finishRectangle(
  { shiftKey }: KeyboardEvent,
  { brush, onBrush }: FingerprintGridProps,
  { corner, cursor, setCorner }: GridKeysState,
): void {
  const taken = rectangleCells(corner, cursor);
  const cells = toPositions(combine(toSet(brush), taken, shiftKey ? "add" : "new"));
  setCorner(NO_CELL);
  onBrush(`Select ${cells.length} cells`, cells);
}

function toggle({ brush, onBrush }: FingerprintGridProps, cursor: number): void {
  const cells = toSet(brush);
  const wasChosen = cells[cursor] === 1;
  cells[cursor] = wasChosen ? 0 : 1;
  onBrush(`${wasChosen ? "Deselect" : "Select"} a cell`, toPositions(cells));
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

const PAGE_ROWS = 8;

/** Where a key takes the cursor; null for a key that does not move it. The cursor stops at the edges. */
export function moveCursor(
  at: number,
  key: { readonly key: string; readonly shiftKey: boolean; readonly ctrlKey: boolean },
  set: readonly number[],
): number | null {
  const column = at % SIDE;
  const row = (at - column) / SIDE;
  const arrow = ARROWS[key.key];
  if (arrow) {
    if (key.shiftKey) return nextSet(at, arrow, set);
    return place(column + arrow[0], row + arrow[1]);
  }
  if (key.key === "PageUp") return place(column, row - PAGE_ROWS);
  if (key.key === "PageDown") return place(column, row + PAGE_ROWS);
  if (key.key === "Home") return key.ctrlKey ? (set[0] ?? at) : place(0, row);
  if (key.key === "End") return key.ctrlKey ? (set.at(-1) ?? at) : place(SIDE - 1, row);
  return null;
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function place(column: number, row: number): number {
  const inside = (value: number) => Math.min(SIDE - 1, Math.max(0, value));
  return inside(row) * SIDE + inside(column);
}

/** The nearest set cell ahead, cells straight ahead first; stays put when there is none. */
function nextSet(at: number, [dx, dy]: readonly [number, number], set: readonly number[]): number {
  const column = at % SIDE;
  const row = (at - column) / SIDE;
  let best = at;
  let bestCost = Number.POSITIVE_INFINITY;
  for (const position of set) {
    const x = (position % SIDE) - column;
    const y = Math.floor(position / SIDE) - row;
    const ahead = x * dx + y * dy;
    if (ahead <= 0) continue;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    const cost = ahead + 2 * aside;
    if (cost < bestCost) {
      bestCost = cost;
      best = position;
    }
  }
  return best;
}
