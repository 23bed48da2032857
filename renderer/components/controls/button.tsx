import type { LucideIcon } from "lucide-react";
import { memo, type ReactNode, useCallback, useRef } from "react";
import {
  Button as AriaButton,
  type ButtonProps as AriaProps,
  type PressEvent,
  Tooltip,
  TooltipTrigger,
} from "react-aria-components";
import { formatKeys } from "./keys.tsx";
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

interface IconButtonProps extends Omit<AriaProps, "className" | "style" | "children"> {
  readonly icon: LucideIcon;
  /** Its name, shown as a tip and read aloud. */
  readonly label: string;
  /** In tinykeys' notation, shown beside the label. */
  readonly keys?: string;
  readonly isSmall?: boolean;
  /** For a button that stays down. */
  readonly isOn?: boolean;
}

/** A button of one picture, always with a name that shows. */
export function IconButton({ onPress, ...look }: IconButtonProps) {
  const latest = useRef(onPress);
  latest.current = onPress;
  const press = useCallback((event: PressEvent) => latest.current?.(event), []);
  return <Look {...look} {...(onPress ? { onPress: press } : {})} />;
}

/** Drawn again only when it looks different: a view has dozens, each with its tip, and most are given another function each time. */
const Look = memo(function Look({
  icon: Icon,
  label,
  keys,
  isSmall = false,
  isOn,
  ...props
}: IconButtonProps) {
  return (
    <TooltipTrigger delay={500} closeDelay={80}>
      <AriaButton
        {...props}
        aria-label={label}
        {...(isOn === undefined ? {} : { "aria-pressed": isOn })}
        className={isSmall ? "icon-button small" : "icon-button"}
      >
        <Icon size={isSmall ? 14 : 16} strokeWidth={1.75} aria-hidden="true" />
      </AriaButton>
      <Tooltip className="tip" offset={6}>
        {label}
        {keys && <kbd>{formatKeys(keys)}</kbd>}
      </Tooltip>
    </TooltipTrigger>
  );
});
