import type { Engine } from "../analysis/engine.ts";
import { cellsOf, positionsOf, speakersOf } from "../analysis/read-expression.ts";
import type { Handler, Input } from "../api/client-types.ts";
import type { Media } from "../api/schema/replies.ts";
import { throwIfCancelled } from "../errors.ts";
import { parseJson } from "../expression/parse-json.ts";
import type { Sheet } from "../image/layout.ts";
import {
  type PictureSettings,
  serviceComparison,
  servicePng,
  serviceSheet,
  serviceSvg,
} from "../image/service-image.ts";
import { each, numbered } from "./bulk.ts";
import { checkCount, MOST_PICTURES } from "./limits.ts";
import { fingerprintJson } from "./to-json.ts";

type Encoding = Input<"image.draw">["image_encoding"];

/** Pictures in the format of the recorded replies; an empty fingerprint is an empty field. */
export function imageHandlers(engine: Engine) {
  const draw: Handler<"image.draw"> = async (input) => {
    const model = await engine.model(input.retina_name);
    const sheet = serviceSheet(await positionsOf(model, input.body, input.sparsity));
    return encode(engine, sheet, { ...settingsOf(input), encoding: input.image_encoding });
  };

  const compare: Handler<"image.compare"> = async (input) => {
    const model = await engine.model(input.retina_name);
    const [left, right] = input.body;
    const sheet = serviceComparison(
      await positionsOf(model, left),
      await positionsOf(model, right),
    );
    return encode(engine, sheet, { ...settingsOf(input), encoding: input.image_encoding });
  };

  const bulk: Handler<"image.bulk"> = async (input, signal) => {
    checkCount("expressions", input.body.length, MOST_PICTURES);
    const model = await engine.model(input.retina_name);
    const roots = input.body.map(numbered((item) => parseJson(item)));
    const speakers = await speakersOf(model, ...roots);
    return each(roots, (root) => {
      throwIfCancelled(signal);
      const positions = cellsOf(speakers, root, input.sparsity);
      const png = servicePng(serviceSheet(positions), settingsOf(input), engine.deflate);
      return {
        image_data: engine.base64(png),
        fingerprint: fingerprintJson(positions, input.get_fingerprint),
      };
    });
  };

  return { "image.draw": draw, "image.compare": compare, "image.bulk": bulk };
}

const settingsOf = (input: Pick<Input<"image.draw">, "image_scalar" | "plot_shape">) => ({
  scalar: input.image_scalar,
  shape: input.plot_shape,
});

function encode(
  engine: Engine,
  sheet: Sheet,
  { encoding, ...settings }: PictureSettings & { readonly encoding: Encoding },
): Media {
  const [form, format] = encoding.split("/");
  if (format === "svg") {
    const svg = serviceSvg(sheet, settings);
    const data = form === "binary" ? svg : engine.base64(new TextEncoder().encode(svg));
    return { mediaType: "image/svg+xml", data };
  }
  const png = servicePng(sheet, settings, engine.deflate);
  return { mediaType: "image/png", data: form === "binary" ? png : engine.base64(png) };
}
