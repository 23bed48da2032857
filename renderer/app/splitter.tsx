import { type KeyboardEvent, type PointerEvent, useRef } from "react";

interface SplitterProps {
  readonly label: string;
  readonly value: number;
  readonly least: number;
  readonly most: number;
  readonly onChange: (value: number) => void;
  /** 1 when moving right or down makes the pane larger, -1 when smaller. */
  readonly direction: 1 | -1;
  readonly axis?: "x" | "y";
}

const KEY_STEP = 16;

/** The hairline between two panes: drag it, or use the arrow keys; a double click brings the usual size back. */
export function Splitter({
  label,
  value,
  least,
  most,
  onChange,
  direction,
  axis = "x",
}: SplitterProps) {
  const start = useRef<{ at: number; value: number } | null>(null);
  const set = (next: number) => onChange(Math.round(Math.min(most, Math.max(least, next))));
  const place = (event: PointerEvent) => (axis === "x" ? event.clientX : event.clientY);
  const press = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (step) set(value + step * direction * KEY_STEP);
    else if (event.key === "Home") set(least);
    else if (event.key === "End") set(most);
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a focusable separator is a widget, hr is not
    <div
      className={`splitter ${axis}`}
      role="separator"
      aria-label={label}
      aria-orientation={axis === "x" ? "vertical" : "horizontal"}
      aria-valuenow={value}
      aria-valuemin={least}
      aria-valuemax={most}
      tabIndex={0}
      onKeyDown={press}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { at: place(event), value };
      }}
      onPointerMove={(event) => {
        if (start.current) set(start.current.value + (place(event) - start.current.at) * direction);
      }}
      onPointerUp={() => {
        start.current = null;
      }}
    />
  );
}
