import type { ReactNode } from "react";
import { Dialog, Popover, type PopoverProps } from "react-aria-components";

export { DialogTrigger as BoxTrigger } from "react-aria-components";

interface FloatBoxProps extends Required<Pick<PopoverProps, "placement">> {
  readonly label: string;
  /** Of its content. */
  readonly className: string;
  readonly children: ReactNode;
}

/** A box that floats beside its button, in a `BoxTrigger`. */
export const FloatBox = ({ label, className, placement, children }: FloatBoxProps) => (
  <Popover className="float" placement={placement} offset={4}>
    <Dialog className={className} aria-label={label}>
      {children}
    </Dialog>
  </Popover>
);
