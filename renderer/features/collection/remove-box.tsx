import { type ReactNode, useState } from "react";
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
  const [error, setError] = useState<unknown>(null);
  const remove = async () => {
    try {
      await removeCollection(name);
      onClose();
      toast(`Removed ${name}`);
    } catch (cause) {
      setError(cause);
    }
  };
  return (
    <Dialog
      title={`Remove ${name}?`}
      width="narrow"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Keep it</Button>
          <Button tone="danger" onPress={() => void remove()}>
            Remove {what}
          </Button>
        </>
      }
    >
      {children}
      {error !== null && <Failure error={error} doing="Removing the collection" />}
    </Dialog>
  );
}
