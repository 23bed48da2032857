import { useState } from "react";
import { Button } from "../../components/controls/button.tsx";
import { Choice } from "../../components/controls/choice.tsx";
import { Failure, Loading } from "../../components/controls/states.tsx";
import { copyText, download } from "../../components/files/download.ts";
import { formatCount } from "../../model/format.ts";
import { toast } from "../../state/toasts.ts";
import { changeCell, changeImage } from "./image-settings-store.ts";
import { cautionsOf, extentOf } from "./model/image-limits.ts";
import { drawnCell, isWithoutState } from "./model/image-settings.ts";
import { dataOf } from "./model/picture-state.ts";
import { PAPERS } from "./model/poster.ts";
import { type ImagePlan, nameOf } from "./use-image-plan.ts";
import type { PictureProgress } from "./use-picture.ts";

interface ImagePreviewProps {
  readonly plan: ImagePlan;
  readonly picture: PictureProgress;
}

const ZOOM = { fit: "Fit", whole: "100%" } as const;
const CENTIMETRES_PER_INCH = 2.54;

/** The file itself, pixel for pixel, with its size and what should be known about it. */
export function ImagePreview({ plan, picture }: ImagePreviewProps) {
  const [zoom, setZoom] = useState<keyof typeof ZOOM>("fit");
  const { settings, refusal } = plan;
  const cautions = refusal ? [] : cautionsOf(plan.plan, drawnCell(settings), settings.format);
  return (
    <section className="image-preview" aria-label="Preview">
      <header className="row gap-3 apart">
        <p className="muted figures">{extentText(plan)}</p>
        <Choice label="Preview size" isBare options={ZOOM} value={zoom} onChange={setZoom} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a picture larger than its frame is scrolled by keys */}
      <div className="image-stage stack gap-0 scroll" data-zoom={zoom} tabIndex={0}>
        {picture.isStale && !refusal && <Loading label="Drawing the picture" />}
        {picture.error !== undefined && (
          <Failure error={picture.error} doing="Drawing the picture" />
        )}
        {refusal ? <Refused plan={plan} /> : <Drawn picture={picture} />}
      </div>
      <ul className="image-cautions warned fine" aria-live="polite">
        {cautions.map((caution) => (
          <li key={caution}>{caution}</li>
        ))}
      </ul>
      <InWords plan={plan} />
    </section>
  );
}

/** What the file says to those who do not see it, to be used as alternative text elsewhere too; and its cells as data. */
function InWords({ plan }: Pick<ImagePreviewProps, "plan">) {
  const text = plan.draft.description;
  const save = () => {
    const file = nameOf(plan);
    const name = file.replace(/\.\w+$/, ".positions.json");
    const data = dataOf([{ file, plan: plan.plan }], plan.material.retina);
    download(name, data, "application/json");
    toast(`Saved ${name}`);
  };
  const copy = async () =>
    toast((await copyText(text)) ? "Copied the description" : "The system did not allow copying.");
  return (
    <details className="fine">
      <summary className="muted">The picture in words and numbers</summary>
      <p dir="auto">{text}</p>
      <Button size="small" tone="quiet" onPress={() => void copy()}>
        Copy as alternative text
      </Button>
      {!isWithoutState(plan.settings.what) && (
        <Button size="small" tone="quiet" onPress={save}>
          Save its cells as JSON
        </Button>
      )}
    </details>
  );
}

function Drawn({ picture: { drawn, isStale } }: Pick<ImagePreviewProps, "picture">) {
  if (!drawn) return null;
  const { plan, cell, description, resolution } = drawn.draft;
  const { width, height } = extentOf(plan, cell, resolution);
  const ratio = window.devicePixelRatio || 1;
  return (
    <img
      src={drawn.url}
      alt={description}
      data-stale={isStale || undefined}
      width={width / ratio}
      height={height / ratio}
    />
  );
}

function Refused({ plan: { refusal, settings } }: Pick<ImagePreviewProps, "plan">) {
  if (!refusal) return null;
  return (
    <div className="image-refused stack gap-3 at-start" role="alert">
      <p>{refusal.reason}</p>
      {refusal.cell > 0 ? (
        <Button size="small" onPress={() => changeCell(settings, refusal.cell)}>
          Use cells of {refusal.cell} px
        </Button>
      ) : (
        <Button size="small" onPress={() => changeImage({ format: "svg" })}>
          Use SVG, which has no such limit
        </Button>
      )}
    </div>
  );
}

/** "1,041 × 1,132 pixels · 8.8 × 9.6 cm at 300 dpi" */
function extentText({ plan, settings }: ImagePlan): string {
  const { width, height } = extentOf(plan, drawnCell(settings), settings.resolution);
  if (plan.poster) {
    const { width: across, height: down } = PAPERS[plan.poster.paper];
    const pixels = `, ${formatCount(width)} × ${formatCount(height)} pixels`;
    return `${plan.poster.paper}: ${across} × ${down} mm${settings.format === "png" ? pixels : ""}`;
  }
  const pixels = `${formatCount(width)} × ${formatCount(height)} pixels`;
  if (settings.format === "svg" || settings.format === "pdf") return `${pixels}, sharp at any size`;
  if (settings.resolution === 0) return pixels;
  const printed = (side: number) =>
    ((side / settings.resolution) * CENTIMETRES_PER_INCH).toFixed(1);
  return `${pixels} · ${printed(width)} × ${printed(height)} cm`;
}
