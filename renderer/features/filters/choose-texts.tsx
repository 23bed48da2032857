import { ChooseRows } from "../../components/files/choose-rows.tsx";
import { openTexts } from "../../state/filters/classify-run.ts";

/** Most texts a task takes. */
const MOST_TEXTS = 1_000_000;

/** Where the texts come from that are classified, or looked through for examples. */
export function ChooseTexts() {
  return (
    <ChooseRows
      fileLabel="Choose a file of texts…"
      boxLabel="Texts to classify, one per line"
      placeholder="…or paste texts, one per line"
      title="Texts to classify"
      roles={[
        {
          id: "text",
          title: "Text",
          isRequired: true,
          names: ["content", "body", "sentence", "comment"],
        },
      ]}
      noun="text"
      onAccept={(rows, { name }, columns) =>
        openTexts({
          name,
          columns,
          texts: rows
            .slice(0, MOST_TEXTS)
            .map(({ line, values, cells }) => ({ line, text: values.text ?? "", cells })),
        })
      }
    >
      or drop it here: TXT, CSV, TSV, JSON or JSON Lines, up to 100,000 texts or more
    </ChooseRows>
  );
}
