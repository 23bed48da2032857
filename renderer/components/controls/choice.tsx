import { useId } from "react";
import "./choice.css";

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly options: Readonly<Record<Value, string>>;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** The label is read aloud but not shown. */
  readonly isBare?: boolean;
}

/** One of a few, all in sight. */
export function Choice<Value extends string>({
  label,
  options,
  value,
  onChange,
  isBare = false,
}: ChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset className="choice">
      <legend className={isBare ? "visually-hidden" : "choice-label"}>{label}</legend>
      <div className="choice-options row gap-half wrap">
        {(Object.entries(options) as [Value, string][]).map(([option, title]) => (
          <label key={option} className="choice-option">
            <input
              type="radio"
              name={name}
              checked={option === value}
              onChange={() => onChange(option)}
            />
            <span>{title}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface SwitchProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly isDisabled?: boolean;
}

/** On or off, at once. */
export function Switch({ label, isOn, onChange, isDisabled = false }: SwitchProps) {
  return (
    <label className="switch">
      <input
        className="visually-hidden"
        type="checkbox"
        role="switch"
        checked={isOn}
        aria-checked={isOn}
        disabled={isDisabled}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <span className="switch-track" aria-hidden="true" />
      {label}
    </label>
  );
}
