import { type ReactNode, useState } from "react";
import { Button } from "../../components/controls/button.tsx";
import { FileDrop, TABLE_FILES } from "../../components/files/file-drop.tsx";
import { pastedText, type TextSource } from "../../components/files/read-file.ts";
import { TableImport } from "../../components/files/table-import.tsx";
import type { ColumnRole, ImportedRow } from "../../model/tables/assign-columns.ts";

interface ChooseRowsProps {
  /** The button: "Choose a file…". */
  readonly fileLabel: string;
  /** The box for lines that are typed or pasted. */
  readonly boxLabel: string;
  readonly placeholder: string;
  /** Of the dialog that shows how the rows will be read. */
  readonly title: string;
  readonly roles: readonly ColumnRole[];
  readonly noun: string;
  readonly onAccept: (
    rows: readonly ImportedRow[],
    source: TextSource,
    columns: readonly string[],
  ) => void;
  /** What may be dropped, in a few words. */
  readonly children?: ReactNode;
}

/** Rows from a file or from lines that are typed or pasted; both are looked at before they are taken. */
export function ChooseRows(props: ChooseRowsProps) {
  const { fileLabel, boxLabel, placeholder, children, ...rest } = props;
  const [source, setSource] = useState<File | TextSource | null>(null);
  const [typed, setTyped] = useState("");
  return (
    <div className="choose-rows stack at-start">
      <FileDrop
        label={fileLabel}
        accept={TABLE_FILES}
        onFiles={([file]) => file && setSource(file)}
      >
        <span className="muted">{children}</span>
      </FileDrop>
      <textarea
        className="choose-rows-box across"
        aria-label={boxLabel}
        placeholder={placeholder}
        rows={4}
        dir="auto"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Button
        size="small"
        isDisabled={typed.trim() === ""}
        onPress={() => setSource(pastedText(typed))}
      >
        Look at these lines
      </Button>
      <TableImport source={source} onClose={() => setSource(null)} {...rest} />
    </div>
  );
}
