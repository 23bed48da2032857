import type { Handler } from "../api/client-types.ts";
import type { Engine } from "./engine.ts";
export function imageHandlers(_engine: Engine) {
  const none = (): never => {
    throw new Error("pictures are not there yet");
  };
  const draw: Handler<"image.draw"> = none;
  const compare: Handler<"image.compare"> = none;
  const bulk: Handler<"image.bulk"> = none;
  return { "image.draw": draw, "image.compare": compare, "image.bulk": bulk };
}
