import { Dialog } from "../../components/controls/dialog.tsx";
import { ImageActions } from "./image-actions.tsx";
import { ImageControls } from "./image-controls.tsx";
import { ImagePreview } from "./image-preview.tsx";
import { useBatch } from "./use-batch.ts";
import { useImagePlan } from "./use-image-plan.ts";
import { usePicture } from "./use-picture.ts";

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
