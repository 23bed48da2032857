import { useId } from "react";
import "./colour-row.css";

interface ColourRowProps {
  readonly label: string;
  /** `#rrggbb`; "" for the usual; "none" for no colour at all. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** What no colour at all is called; left out where there must be one. */
  readonly none?: string;
  /** Shown in the well until another is chosen. */
  readonly usual?: string;
}

/** The default colour, none, or one of the person's own. */
export function ColourRow({ label, value, onChange, none, usual = "#106186" }: ColourRowProps) {
  const name = useId();
  const isOwn = value.startsWith("#");
  return (
    <fieldset className="choice">
      <legend className="choice-label">{label}</legend>
      <div className="choice-options row gap-half wrap">
        <Option name={name} title="Default" isOn={value === ""} onPick={() => onChange("")} />
        {none !== undefined && (
          <Option
            name={name}
            title={none}
            isOn={value === "none"}
            onPick={() => onChange("none")}
          />
        )}
        <label className="colour-own press row muted" data-chosen={isOwn || undefined}>
          <input
            type="color"
            aria-label={`Custom ${label.toLowerCase()}`}
            value={isOwn ? value : usual}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
          />
          <span>Custom</span>
        </label>
      </div>
    </fieldset>
  );
}

interface OptionProps {
  readonly name: string;
  readonly title: string;
  readonly isOn: boolean;
  readonly onPick: () => void;
}

function Option({ name, title, isOn, onPick }: OptionProps) {
  return (
    <label className="choice-option">
      <input type="radio" name={name} checked={isOn} onChange={onPick} />
      <span>{title}</span>
    </label>
  );
}
