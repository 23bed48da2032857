import type { ReactNode } from "react";
import { Button as AriaButton, type ButtonProps as AriaProps } from "react-aria-components";
import "./button.css";

interface ButtonProps extends Omit<AriaProps, "className" | "style" | "children"> {
  readonly children: ReactNode;
  /** Primary once a panel at most; quiet for everything beside content. */
  readonly tone?: "plain" | "primary" | "quiet" | "danger";
  readonly size?: "small" | "usual";
}

/** Says the effect: "Subtract this sense". */
export function Button({ tone = "plain", size = "usual", children, ...props }: ButtonProps) {
  return (
    <AriaButton {...props} className={`button ${tone} ${size}`}>
      {children}
    </AriaButton>
  );
}
