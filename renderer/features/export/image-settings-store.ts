import { IMAGE_PRESETS } from "../../../core/image/style.ts";
import { changeSettings, useSettings } from "../../state/settings.ts";
import { type ImageSettings, lookOf, readImageSettings } from "./model/image-settings.ts";

export function changeImage(change: Partial<ImageSettings>): void {
  const { image } = useSettings.getState();
  changeSettings({ image: { ...readImageSettings(image), ...change } });
}

/** Pixels per cell of what is drawn. */
export function changeCell({ what }: Pick<ImageSettings, "what">, cell: number): void {
  changeImage(what === "matrix" ? { matrixCell: cell } : { cell });
}

/** A preset brings its own look; each part of it can be changed after. The service's pictures are the cells alone. */
export function choosePreset(preset: string): void {
  const style = IMAGE_PRESETS[preset];
  if (style) changeImage({ preset, ...lookOf(style), hasNames: preset !== "Service" });
}
