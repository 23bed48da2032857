import type { ReactNode } from "react";
import { onDemand, WithCode } from "../on-demand.ts";

export interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly width?: "narrow" | "usual" | "wide" | "full";
  readonly children: ReactNode;
  /** Buttons at the bottom right, the main one last. */
  readonly actions?: ReactNode;
}

const frame = onDemand("dialog", async () => (await import("./dialog-frame.tsx")).DialogFrame);

/** For a choice that must be made before going on; never for reading alone. Escape closes. */
export const Dialog = (props: DialogProps) =>
  props.isOpen && <WithCode code={frame}>{(DialogFrame) => <DialogFrame {...props} />}</WithCode>;
