import { useMutation } from "@tanstack/react-query";
import { Copy, Download } from "lucide-react";
import { useEffect, useId, useMemo, useState } from "react";
import { escapeXml } from "../../../core/image/svg.ts";
import { Button } from "../../components/controls/button.tsx";
import { Choice, Switch } from "../../components/controls/choice.tsx";
import { Dialog } from "../../components/controls/dialog.tsx";
import { Failure } from "../../components/controls/states.tsx";
import { download } from "../../components/files/download.ts";
import { clustersOf, summarise } from "../../components/fingerprint-grid/summary.ts";
import { canSavePdf } from "../../components/printed-page/print-page.ts";
import { formatCount } from "../../model/format.ts";
import { unionOf } from "../../model/map/layers.ts";
import { useAtlas } from "../../state/retina.ts";
import { changeSettings, useSettings } from "../../state/settings.ts";
import { toast } from "../../state/toasts.ts";
import {
  addressOf,
  type Drawing,
  drawPicture,
  fileNameOf,
  pngOf,
  printPicture,
  refusalOf,
  svgOf,
} from "./make-picture.ts";
import {
  BACKGROUNDS,
  bitmapPixels,
  FORMATS,
  type PictureSettings,
  readPictureSettings,
  UNITS,
  WIDTHS,
} from "./model/picture-settings.ts";
import {
  type Material,
  type PictureSubject,
  planPicture,
  sizeOnMap,
} from "./model/picture-sheet.ts";
import { useMaterial } from "./use-material.ts";

const SUBJECTS: Readonly<Record<PictureSubject, string>> = {
  map: "Whole map",
  fingerprint: "Fingerprint",
};

/** A picture of what the map shows, with the few choices that it has. Stays open, so that a second file takes one click. */
export function PictureDialog({ onClose }: { readonly onClose: () => void }) {
  const material = useMaterial();
  const nameAt = useAtlas()?.nameAt;
  const settings = readPictureSettings(useSettings(({ image }) => image));
  // Opens with what is seen: the last picture may have been of something else.
  const [chosen, setSubject] = useState<PictureSubject>("map");
  const subject = material.fingerprint ? chosen : "map";
  const { background, hasNames, hasLegend, format, width, unit } = settings;
  const drawing = useMemo(() => {
    const picture = planPicture(material, { background, hasNames, hasLegend }, subject);
    return drawPicture(picture, inWords(material, nameAt));
  }, [material, nameAt, subject, background, hasNames, hasLegend]);
  const refusal = refusalOf(drawing, settings);
  const work = useMutation({ mutationFn: (task: () => Promise<void>) => task() });
  // A button that cannot be pressed would lose the focus, and Escape with it.
  const run = (task: () => Promise<void>) => {
    if (!work.isPending) work.mutate(task);
  };
  const isPrinted = format === "pdf" && !canSavePdf();
  const save = async () => {
    if (format === "pdf") return printPicture(drawing, settings);
    const name = fileNameOf(drawing, format);
    download(name, await fileOf(drawing, settings), MEDIA_TYPES[format]);
    toast(`Saved ${name}`);
  };
  const copy = async () => {
    await copyPicture(drawing, settings);
    toast("Copied the picture");
  };
  return (
    <Dialog
      title="Save picture"
      isOpen
      width="full"
      onClose={onClose}
      actions={
        <>
          {work.error && <Failure error={work.error} doing="Saving the picture" />}
          <Button isDisabled={refusal !== null} onPress={() => run(copy)}>
            <Copy size={14} aria-hidden="true" /> Copy
          </Button>
          <Button tone="primary" autoFocus isDisabled={refusal !== null} onPress={() => run(save)}>
            <Download size={14} aria-hidden="true" />
            {isPrinted ? "Print or save PDF…" : `Save ${FORMATS[format]}`}
          </Button>
        </>
      }
    >
      <div className="picture-dialog">
        <div className="stack gap-3 at-top">
          {material.fingerprint && (
            <Choice label="Show" options={SUBJECTS} value={subject} onChange={setSubject} />
          )}
          <Choice
            label="Format"
            options={FORMATS}
            value={format}
            onChange={(next) => change({ format: next })}
          />
          <WidthField settings={settings} />
          <Choice
            label="Background"
            options={BACKGROUNDS}
            value={background}
            onChange={(next) => change({ background: next })}
          />
          {subject === "map" && (
            <Switch
              label="Names of regions"
              isOn={hasNames}
              isDisabled={material.regions.length === 0}
              onChange={(isOn) => change({ hasNames: isOn })}
            />
          )}
          <Switch
            label="Title and legend"
            isOn={hasLegend}
            onChange={(isOn) => change({ hasLegend: isOn })}
          />
        </div>
        <section className="column gap-1-2" aria-label="Preview">
          <Preview drawing={drawing} />
          <p className="muted fine figures row gap-3 apart">
            <span className="clip" dir="auto">
              {fileNameOf(drawing, format)}
            </span>
            <span className="nowrap">{extentText(drawing, { format, width, unit })}</span>
          </p>
          {refusal && (
            <p className="note caution" role="alert">
              {refusal}
            </p>
          )}
        </section>
      </div>
    </Dialog>
  );
}

/** Each choice acts on the preview at once and is kept for the next time. */
function change(part: Partial<PictureSettings>): void {
  const { image } = useSettings.getState();
  changeSettings({ image: { ...readPictureSettings(image), ...part } });
}

/** The width of the whole picture. A width outside of the bounds is taken as the nearest one inside when the field is left. */
function WidthField({ settings: { width, unit } }: { readonly settings: PictureSettings }) {
  const id = useId();
  const { least, most } = WIDTHS[unit];
  const take = (wanted: number) => {
    if (!Number.isNaN(wanted))
      change({ width: Math.round(Math.min(most, Math.max(least, wanted)) * 10) / 10 });
  };
  return (
    <div className="choice">
      <label className="choice-label" htmlFor={id}>
        Width
      </label>
      <div className="row gap-3">
        <input
          key={`${width} ${unit}`}
          id={id}
          type="number"
          className="picture-width"
          min={least}
          max={most}
          defaultValue={width}
          onBlur={({ currentTarget }) => take(currentTarget.valueAsNumber)}
          onKeyDown={(event) => {
            if (event.key === "Enter") take(event.currentTarget.valueAsNumber);
          }}
        />
        <Choice
          label="Unit of the width"
          isBare
          options={UNITS}
          value={unit}
          onChange={(next) => {
            if (next !== unit) change({ unit: next, width: next === "mm" ? 120 : 1200 });
          }}
        />
      </div>
    </div>
  );
}

/** The SVG, whatever the format: each of them is made from it. */
function Preview({ drawing }: { readonly drawing: Drawing }) {
  const [url, setUrl] = useState("");
  useEffect(() => {
    let made = "";
    let isLeft = false;
    void svgOf(drawing, { width: 1200, unit: "px" }).then((svg) => {
      if (isLeft) return;
      made = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
      setUrl(made);
    });
    return () => {
      isLeft = true;
      // The picture that it was made for may still be on its way.
      if (made !== "") setTimeout(() => URL.revokeObjectURL(made), 2000);
    };
  }, [drawing]);
  return (
    <div className="picture-stage grow">
      {url !== "" && <img src={url} alt={drawing.description} />}
    </div>
  );
}

function extentText(
  { ratio }: Drawing,
  wanted: Pick<PictureSettings, "format" | "width" | "unit">,
): string {
  const size = (width: number) =>
    `${formatCount(width)} × ${formatCount(Math.round(width * ratio))}`;
  const asked = `${size(wanted.width)} ${wanted.unit}`;
  return wanted.format === "png" && wanted.unit === "mm"
    ? `${asked}, ${size(bitmapPixels(wanted))} px`
    : asked;
}

/** The picture in words: for screen readers, and written into the file. */
function inWords(
  { title, retina, layers }: Material,
  nameAt: (position: number) => string = () => "",
): string {
  const cells = unionOf(layers);
  const size =
    cells.length === 0
      ? `${sizeOnMap(layers)}.`
      : summarise(cells.length, clustersOf(cells, nameAt));
  return `${title || `The map of ${retina}`}: ${size}`;
}

const MEDIA_TYPES = { png: "image/png", svg: "image/svg+xml" } as const;

const fileOf = (drawing: Drawing, settings: PictureSettings): Promise<Blob | string> =>
  settings.format === "svg" ? svgOf(drawing, settings) : pngOf(drawing, settings);

/** Larger pictures go to the clipboard as pixels alone. */
const MOST_EMBEDDED = 4_000_000;

/**
 * Puts an SVG or a PNG on the clipboard: an SVG also as text, for editors, and a PNG with its description where programs look
 * for alternative text. @throws Error where the system refuses
 */
async function copyPicture(drawing: Drawing, settings: PictureSettings): Promise<void> {
  const forms = settings.format === "svg" ? svgForms : pngForms;
  const item = new ClipboardItem(await forms(drawing, settings));
  try {
    await navigator.clipboard.write([item]);
  } catch {
    throw new Error("The system did not allow copying. Save the picture instead.");
  }
}

async function svgForms(
  drawing: Drawing,
  settings: PictureSettings,
): Promise<Record<string, Blob>> {
  const svg = await svgOf(drawing, settings);
  const type = "image/svg+xml";
  return {
    "text/plain": new Blob([svg], { type: "text/plain" }),
    ...(ClipboardItem.supports(type) ? { [type]: new Blob([svg], { type }) } : {}),
  };
}

async function pngForms(
  drawing: Drawing,
  settings: PictureSettings,
): Promise<Record<string, Blob>> {
  const png = await pngOf(drawing, settings);
  if (png.size > MOST_EMBEDDED) return { "image/png": png };
  const page = `<img src="${await addressOf(png)}" alt="${escapeXml(drawing.description)}">`;
  return { "image/png": png, "text/html": new Blob([page], { type: "text/html" }) };
}
