import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { IconButton } from "./button.tsx";
import "./dialog.css";

interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly width?: "narrow" | "usual" | "wide" | "full";
  readonly children: ReactNode;
  /** Buttons at the bottom right, the main one last. */
  readonly actions?: ReactNode;
}

/** For a choice that must be made before going on; never for reading alone. Escape closes. */
export const Dialog = ({
  title,
  isOpen,
  onClose,
  width = "usual",
  children,
  actions,
}: DialogProps) => (
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
