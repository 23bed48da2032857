import { useMutation } from "@tanstack/react-query";
import { Copy, Download } from "lucide-react";
import { escapeXml } from "../../../core/image/svg.ts";
import { Button } from "../../components/controls/button.tsx";
import { Dialog } from "../../components/controls/dialog.tsx";
import { Failure } from "../../components/controls/states.tsx";
import { download } from "../../components/files/download.ts";
import { formatBytes, plural } from "../../model/format.ts";
import { toast } from "../../state/toasts.ts";
import { ImageControls } from "./image-controls.tsx";
import { ImagePreview } from "./image-preview.tsx";
import { mediaType } from "./make-picture.ts";
import { FORMAT_NAMES, isBatch } from "./model/image-settings.ts";
import { type Batch, useBatch } from "./use-batch.ts";
import { batchOf, type ImagePlan, nameOf, useImagePlan } from "./use-image-plan.ts";
import { type DrawnPicture, drawPicture, type PictureProgress, usePicture } from "./use-picture.ts";

/** How a picture is made, beside the picture itself. */
export function ImageDialog({ onClose }: { readonly onClose: () => void }) {
  const plan = useImagePlan();
  const picture = usePicture(plan.refusal ? null : plan.draft);
  const batch = useBatch();
  const close = () => {
    batch.cancel();
    onClose();
  };
  return (
    <Dialog
      title="Export a picture"
      isOpen
      width="full"
      onClose={close}
      actions={<ImageActions plan={plan} picture={picture} batch={batch} onClose={close} />}
    >
      <div className="image-export">
        <ImageControls plan={plan} />
        <ImagePreview plan={plan} picture={picture} />
      </div>
    </Dialog>
  );
}

interface ImageActionsProps {
  readonly plan: ImagePlan;
  readonly picture: PictureProgress;
  readonly batch: Batch;
  readonly onClose: () => void;
}

/** Save, copy, and what the file will be called. */
export function ImageActions({ plan, picture, batch, onClose }: ImageActionsProps) {
  const work = useMutation({ mutationFn: (task: () => Promise<void>) => task() });
  const isEach = isBatch(plan.settings.what);
  const { drawn, isStale } = picture;
  const isPdf = plan.draft.format === "pdf";
  const current = async () =>
    drawn && !isStale && !isPdf ? drawn : drawPicture(plan.draft, new AbortController().signal);
  const save = async () => {
    const name = nameOf(plan);
    download(name, (await current()).bytes, mediaType(plan.settings));
    toast(`Saved ${name}`);
    onClose();
  };
  // Clipboards take no other bitmaps than PNG.
  const forClipboard = () =>
    plan.draft.format === "png" || plan.draft.format === "svg"
      ? current()
      : drawPicture({ ...plan.draft, format: "png" }, new AbortController().signal);
  const copy = async () => {
    await copyPicture(forClipboard());
    toast("Copied the picture");
  };
  const saveEach = () => {
    const { hasData } = plan.settings;
    void batch.start(ZIP, batchOf(plan), hasData ? plan.material.retina : undefined);
  };
  if (batch.progress) return <BatchProgress batch={batch} />;
  if (batch.stopped) return <BatchStopped batch={batch} />;
  const failure = work.error ?? batch.error;
  return (
    <>
      {failure ? (
        <Failure error={failure} doing="Exporting" />
      ) : (
        <FileLine plan={plan} picture={picture} />
      )}
      {!isEach && (
        <Button isDisabled={plan.refusal !== null} onPress={() => work.mutate(copy)}>
          <Copy size={14} aria-hidden="true" /> Copy
        </Button>
      )}
      <Button
        tone="primary"
        autoFocus
        isDisabled={plan.refusal !== null || work.isPending}
        onPress={isEach ? saveEach : () => work.mutate(save)}
      >
        <Download size={14} aria-hidden="true" />
        {isEach
          ? `Save ${plural(plan.material.pins.length, "picture")}`
          : `${work.isPending ? "Making the" : "Save"} ${FORMAT_NAMES[plan.settings.format]}`}
      </Button>
    </>
  );
}

const ZIP = "semascope pictures.zip";

function FileLine({
  plan,
  picture: { drawn, isStale },
}: Pick<ImageActionsProps, "plan" | "picture">) {
  const isEach = isBatch(plan.settings.what);
  const isMade = drawn && !isStale && plan.draft.format !== "pdf";
  const size = isMade && !plan.refusal ? formatBytes(drawn.bytes.length) : "";
  return (
    <p className="image-file figures row gap-3" title={nameOf(plan)}>
      <span className="clip" dir="auto">
        {isEach ? `${ZIP}: ${nameOf(plan)}, …` : nameOf(plan)}
      </span>
      {size && <span className="muted nowrap">{isEach ? `${size} the first` : size}</span>}
    </p>
  );
}

/** What was finished is whole: it can be kept. */
function BatchStopped({ batch: { stopped, settle } }: { readonly batch: Batch }) {
  if (!stopped) return null;
  const { done, total } = stopped;
  return (
    <>
      <p className="image-file figures row gap-3" role="status">
        Stopped after {done} of {plural(total, "picture")}.
      </p>
      <Button onPress={() => settle(false)}>Discard {done === 1 ? "it" : "them"}</Button>
      <Button tone="primary" onPress={() => settle(true)}>
        Save the {plural(done, "picture")}
      </Button>
    </>
  );
}

function BatchProgress({ batch: { progress, cancel } }: { readonly batch: Batch }) {
  if (!progress) return null;
  const { done, total } = progress;
  return (
    <>
      <label className="image-progress row gap-3">
        <span className="figures">
          {done} of {plural(total, "picture")} drawn
        </span>
        <progress value={done} max={total} />
      </label>
      <Button onPress={cancel}>Cancel</Button>
    </>
  );
}

/** Larger pictures are put on the clipboard as pixels alone. */
const MOST_EMBEDDED = 4_000_000;

/**
 * Puts a PNG or an SVG on the clipboard, with its description where programs look for alternative text; an SVG
 * also as text, for editors. @throws Error where the system refuses
 */
async function copyPicture(picture: Promise<DrawnPicture>): Promise<void> {
  const drawn = await picture;
  try {
    await navigator.clipboard.write([new ClipboardItem(await formsOf(drawn))]);
  } catch {
    throw new Error("The system did not allow copying. Save the picture instead.");
  }
}

async function formsOf({ blob, bytes, draft }: DrawnPicture): Promise<Record<string, Blob>> {
  if (blob.type === "image/png") {
    if (bytes.length > MOST_EMBEDDED) return { [blob.type]: blob };
    const page = `<img src="${await addressOf(blob)}" alt="${escapeXml(draft.description)}">`;
    return { [blob.type]: blob, "text/html": new Blob([page], { type: "text/html" }) };
  }
  const text = new Blob([await blob.text()], { type: "text/plain" });
  const asPicture = ClipboardItem.supports(blob.type) ? { [blob.type]: blob } : {};
  return { "text/plain": text, ...asPicture };
}

/** The picture itself as an address. */
const addressOf = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error("The picture could not be read again."));
    reader.readAsDataURL(blob);
  });
