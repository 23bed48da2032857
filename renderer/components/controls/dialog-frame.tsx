import { X } from "lucide-react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { IconButton } from "./button.tsx";
import "./dialog.css";

import type { DialogProps } from "./dialog.tsx";

/** What `Dialog` shows. */
export function DialogFrame({
  title,
  isOpen,
  onClose,
  width = "usual",
  children,
  actions,
}: DialogProps) {
  return (
    <ModalOverlay
      className="dialog-back"
      isOpen={isOpen}
      isDismissable
      onOpenChange={(open) => !open && onClose()}
    >
      <Modal className={`dialog ${width}`}>
        <AriaDialog className="column gap-0 float across">
          <header className="dialog-head row gap-4 apart">
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            <IconButton icon={X} label="Close" onPress={onClose} />
          </header>
          <div className="dialog-body scroll">{children}</div>
          {actions && <footer className="dialog-actions row at-end">{actions}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
