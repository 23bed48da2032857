import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Button as AriaButton } from "react-aria-components";
import type { ColourName } from "../../model/map/layers.ts";
import "./chip.css";

interface ChipProps {
  readonly children: ReactNode;
  readonly colour?: ColourName;
  /** Shown in a square of the colour, so that the colour is not the only sign. */
  readonly letter?: string;
  readonly tone?: "plain" | "warning" | "error";
  readonly isOn?: boolean;
  readonly onPress?: (event: { readonly altKey: boolean }) => void;
  readonly onRemove?: () => void;
  /** What pressing does, for those who hear it. */
  readonly label?: string;
  readonly removeLabel?: string;
}

/** A small labelled thing that can be switched or taken away: a sense, a filter, an operand. */
export function Chip({
  children,
  colour,
  letter,
  tone = "plain",
  isOn,
  onPress,
  onRemove,
  label,
  removeLabel = "Remove",
}: ChipProps) {
  const face = (
    <>
      {colour && (
        <span
          className="chip-colour letter"
          style={{ background: `var(--${colour})` }}
          aria-hidden="true"
        >
          {letter}
        </span>
      )}
      <span className="clip" dir="auto">
        {children}
      </span>
    </>
  );
  return (
    <span className={`chip ${tone}`} data-on={isOn || undefined}>
      {onPress ? (
        <AriaButton
          className="chip-face"
          {...(label ? { "aria-label": label } : {})}
          {...(isOn === undefined ? {} : { "aria-pressed": isOn })}
          onPress={({ altKey }) => onPress({ altKey })}
        >
          {face}
        </AriaButton>
      ) : (
        <span className="chip-face">{face}</span>
      )}
      {onRemove && (
        <AriaButton className="chip-remove" aria-label={removeLabel} onPress={onRemove}>
          <X size={12} aria-hidden="true" />
        </AriaButton>
      )}
    </span>
  );
}
