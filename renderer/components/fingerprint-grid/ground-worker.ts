import { makeBaseMap } from "../../../core/basemap/base-map.ts";
import type { GroundLook } from "../../../core/basemap/tints.ts";
import type { BaseMap, Geography } from "../../../core/basemap/types.ts";
import { GroundPainter, type GroundView } from "./paint-ground.ts";

/** First the geography, once; then one view after the other. */
export type GroundOrder =
  | { readonly geography: Geography }
  | { readonly look: GroundLook; readonly view: GroundView };

export type GroundAnswer =
  | { readonly map: BaseMap }
  | {
      readonly look: GroundLook;
      readonly view: GroundView;
      readonly pixels: Uint32Array<ArrayBuffer>;
    };

let painter: GroundPainter | null = null;

/** Makes and draws the ground of one map, apart from the page. */
self.onmessage = ({ data }: MessageEvent<GroundOrder>) => {
  if ("geography" in data) {
    const map = makeBaseMap(data.geography);
    painter = new GroundPainter(map);
    self.postMessage({ map } satisfies GroundAnswer);
  } else if (painter) {
    const pixels = painter.pixels(data.look, data.view);
    const answer: GroundAnswer = { ...data, pixels };
    self.postMessage(answer, { transfer: [pixels.buffer] });
  }
};
