import { useEffect, useMemo, useRef, useState } from "react";
import type { GroundLook } from "../../../core/basemap/tints.ts";
import type { BaseMap, Geography } from "../../../core/basemap/types.ts";
import { keepBaseMap } from "../../model/map/base-maps.ts";
import type { Frame, Layout } from "../../model/map/geometry.ts";
import { covers, type GroundBitmap, overview, viewFor } from "./ground-bitmap.ts";
import type { GroundAnswer, GroundOrder } from "./ground-worker.ts";
import type { GroundView } from "./paint-ground.ts";

/** The ground of the map as far as it is drawn. */
export interface Ground {
  /** Null until it has been made, and where nothing can be drawn in the background. */
  readonly map: BaseMap | null;
  /** In the look that is wanted, from the coarsest to the last one drawn. */
  readonly bitmaps: readonly GroundBitmap[];
}

const NONE: Ground = { map: null, bitmaps: [] };
/** Until a zoom or a move rests this long, what was drawn before is shown in its place. */
const REST_MS = 90;
/** Pixels a side of the drawing of the whole map. */
const OVERVIEW = { least: 1280, most: 2048 } as const;

/**
 * The ground, drawn by a worker once per look and zoom level and never while the map moves: frames in between are filled from
 * what is there.
 */
export function useGround(
  geography: Geography | null,
  look: GroundLook,
  layout: Layout | null,
): Ground {
  const [ground, setGround] = useState(NONE);
  const drawn = useRef(look);
  const worker = useGroundWorker(geography, (answer) => {
    if ("map" in answer) {
      if (geography) keepBaseMap(geography, answer.map);
      setGround({ map: answer.map, bitmaps: [] });
    } else if (isSameLook(answer.look, drawn.current))
      setGround(({ map, bitmaps }) => ({ map, bitmaps: [...bitmaps.slice(0, 1), answer] }));
  });
  useEffect(() => {
    drawn.current = look;
    setGround((before) => (before.map === null ? before : { ...before, bitmaps: [] }));
  }, [look]);
  useOrders(worker, { ground, look, layout });
  return geography === null ? NONE : ground;
}

type Send = (look: GroundLook, view: GroundView) => void;

/** Orders the whole map first, then what is seen once it rests. */
function useOrders(
  send: Send,
  { ground, look, layout }: { ground: Ground; look: GroundLook; layout: Layout | null },
): void {
  const frame = layout?.frame ?? null;
  const whole = useMemo(() => wholeOf(frame), [frame]);
  const { map, bitmaps } = ground;
  const hasWhole = bitmaps.length > 0;
  useEffect(() => {
    if (map && whole && !hasWhole) send(look, whole);
  }, [send, map, whole, look, hasWhole]);
  useEffect(() => {
    if (!map || !layout || !hasWhole || bitmaps.some((bitmap) => covers(bitmap, layout))) return;
    const timer = setTimeout(() => send(look, viewFor(layout)), REST_MS);
    return () => clearTimeout(timer);
  }, [send, map, layout, look, bitmaps, hasWhole]);
}

function wholeOf(frame: Frame | null): GroundView | null {
  if (!frame) return null;
  const { least, most } = OVERVIEW;
  return overview(Math.min(most, Math.max(least, frame.side)));
}

/** One worker per map; ends with the map. */
function useGroundWorker(
  geography: Geography | null,
  onAnswer: (answer: GroundAnswer) => void,
): Send {
  const worker = useRef<Worker | null>(null);
  const answered = useRef(onAnswer);
  answered.current = onAnswer;
  useEffect(() => {
    if (!geography || typeof Worker === "undefined") return;
    const own = new Worker(new URL("./ground-worker.ts", import.meta.url), { type: "module" });
    own.onmessage = ({ data }: MessageEvent<GroundAnswer>) => answered.current(data);
    own.postMessage({ geography } satisfies GroundOrder);
    worker.current = own;
    return () => {
      own.terminate();
      worker.current = null;
    };
  }, [geography]);
  return useMemo(
    () => (look, view) => worker.current?.postMessage({ look, view } satisfies GroundOrder),
    [],
  );
}

const isSameLook = (a: GroundLook, b: GroundLook): boolean =>
  JSON.stringify(a) === JSON.stringify(b);
