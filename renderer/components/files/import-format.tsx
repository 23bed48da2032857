import { KIND_TITLES, type ReadOptions } from "../../model/tables/read-table.ts";
import { Choice, Switch } from "../controls/choice.tsx";

interface ImportFormatProps {
  readonly options: ReadOptions;
  readonly onChange: (options: ReadOptions) => void;
}

/** How the file is taken apart: guessed, and open to correction. */
export function ImportFormat({ options, onChange }: ImportFormatProps) {
  const { kind, separator, hasHeader } = options;
  return (
    <div className="stack">
      <Choice
        label="Read as"
        options={KIND_TITLES}
        value={kind}
        onChange={(next) => onChange({ ...options, kind: next })}
      />
      {kind === "csv" && (
        <Choice
          label="Separator"
          options={{ ",": "Comma", ";": "Semicolon" }}
          value={separator}
          onChange={(next) => onChange({ ...options, separator: next })}
        />
      )}
      <Switch
        label="The first row holds the names of the columns"
        isOn={hasHeader}
        onChange={(next) => onChange({ ...options, hasHeader: next })}
      />
    </div>
  );
}
