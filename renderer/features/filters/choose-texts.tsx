import { useState } from "react";
import { Button } from "../../components/controls/button.tsx";
import { FileDrop, TABLE_FILES } from "../../components/files/file-drop.tsx";
import { pastedText, type TextSource } from "../../components/files/read-file.ts";
import { TableImport } from "../../components/files/table-import.tsx";
import { openTexts } from "./classify-run.ts";

/** Most texts a task takes. */
const MOST_TEXTS = 1_000_000;

/** Where the texts come from that are classified, or looked through for examples. */
export function ChooseTexts() {
  const [source, setSource] = useState<File | TextSource | null>(null);
  const [typed, setTyped] = useState("");
  return (
    <>
      <FileDrop
        label="Choose a file of texts…"
        accept={TABLE_FILES}
        onFiles={([file]) => file && setSource(file)}
      >
        <span className="muted">
          or drop it here: TXT, CSV, TSV, JSON or JSON Lines, up to 100,000 texts and more
        </span>
      </FileDrop>
      <textarea
        className="filter-input"
        aria-label="Texts to classify, one a line"
        placeholder="…or paste texts, one a line"
        rows={4}
        dir="auto"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <div className="add-ways">
        <Button
          size="small"
          isDisabled={typed.trim() === ""}
          onPress={() => setSource(pastedText(typed))}
        >
          Look at these lines
        </Button>
      </div>
      <TableImport
        title="Texts to classify"
        source={source}
        roles={[
          {
            id: "text",
            title: "Text",
            isRequired: true,
            names: ["content", "body", "sentence", "comment"],
          },
        ]}
        noun="text"
        onAccept={(rows, { name }) =>
          openTexts(
            name,
            rows
              .slice(0, MOST_TEXTS)
              .map(({ line, values }) => ({ line, text: values.text ?? "" })),
          )
        }
        onClose={() => setSource(null)}
      />
    </>
  );
}
