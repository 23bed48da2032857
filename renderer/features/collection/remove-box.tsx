import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "../../components/controls/button.tsx";
import { Dialog } from "../../components/controls/dialog.tsx";
import { Failure } from "../../components/controls/states.tsx";
import { toast } from "../../state/toasts.ts";
import { removeCollection } from "./collection-import.ts";

interface RemoveBoxProps {
  readonly name: string;
  /** What the button removes. */
  readonly what: string;
  /** What is lost. */
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** Asked before a collection is removed, as nothing brings its labels back. */
export function RemoveBox({ name, what, children, onClose }: RemoveBoxProps) {
  const removal = useMutation({
    mutationFn: () => removeCollection(name),
    onSuccess: () => {
      onClose();
      toast(`Removed ${name}`);
    },
  });
  return (
    <Dialog
      title={`Remove ${name}?`}
      width="narrow"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button tone="danger" isPending={removal.isPending} onPress={() => removal.mutate()}>
            Remove {what}
          </Button>
        </>
      }
    >
      {children}
      {removal.error && <Failure error={removal.error} doing="Removing the collection" />}
    </Dialog>
  );
}
