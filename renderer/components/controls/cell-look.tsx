import { type ReactNode, useId } from "react";
import { Choice, Switch } from "./choice.tsx";
import "./cell-look.css";

/** How cells are drawn, on the screen and in pictures. */
export interface CellLook {
  readonly shape: "square" | "rounded" | "circle";
  /** A line every so many cells; 0 for none. */
  readonly lines: 0 | 1 | 8 | 16;
  /** `#rrggbb`; "" for the usual. */
  readonly cellColour: string;
  /** `#rrggbb`; "" for the usual, "none" for no ground at all. */
  readonly paper: string;
  readonly hasGap: boolean;
  readonly emptyDots: boolean;
  readonly hasFrame: boolean;
}

interface CellLookProps {
  readonly look: CellLook;
  readonly onChange: (part: Partial<CellLook>) => void;
}

const SHAPES = { square: "Square", rounded: "Rounded", circle: "Circle" } as const;

/** Not in the order of numbers, which keys that are numbers would take. */
const LINES = { none: "None", every16: "16", every8: "8", every1: "Each" } as const;

const LINES_OF = { none: 0, every16: 16, every8: 8, every1: 1 } as const;

type LineKey = keyof typeof LINES;

/** What a cell is, and the lines between cells. */
export function CellForms({ look: { shape, lines }, onChange }: CellLookProps) {
  const chosen = (Object.keys(LINES) as LineKey[]).find((key) => LINES_OF[key] === lines) ?? "none";
  return (
    <>
      <Choice
        label="Cells"
        options={SHAPES}
        value={shape}
        onChange={(next) => onChange({ shape: next })}
      />
      <Choice
        label="Grid lines every"
        options={LINES}
        value={chosen}
        onChange={(key) => onChange({ lines: LINES_OF[key] })}
      />
    </>
  );
}

interface GroundRowProps extends CellLookProps {
  /** What no ground at all is called. */
  readonly none: string;
  /** Shown in the well until another is chosen. */
  readonly usual: string;
}

export const CellColour = ({ look, onChange }: CellLookProps) => (
  <ColourRow
    label="Cell colour"
    value={look.cellColour}
    onChange={(cellColour) => onChange({ cellColour })}
  />
);

export const GroundColour = ({ look, onChange, none, usual }: GroundRowProps) => (
  <ColourRow
    label="Background"
    value={look.paper}
    none={none}
    usual={usual}
    onChange={(paper) => onChange({ paper })}
  />
);

/** What stands round and between the cells; further switches may follow. */
export function CellSwitches({
  look: { hasGap, emptyDots, hasFrame },
  onChange,
  children,
}: CellLookProps & { readonly children?: ReactNode }) {
  return (
    <div className="cell-switches">
      <Switch
        label="Gap between cells"
        isOn={hasGap}
        onChange={(isOn) => onChange({ hasGap: isOn })}
      />
      <Switch
        label="Dots in empty cells"
        isOn={emptyDots}
        onChange={(isOn) => onChange({ emptyDots: isOn })}
      />
      <Switch label="Frame" isOn={hasFrame} onChange={(isOn) => onChange({ hasFrame: isOn })} />
      {children}
    </div>
  );
}

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
function ColourRow({ label, value, onChange, none, usual = "#106186" }: ColourRowProps) {
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
