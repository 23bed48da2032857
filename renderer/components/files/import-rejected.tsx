import { useState } from "react";
import { plural } from "../../model/format.ts";
import type { RejectedRow } from "../../model/tables/parse-delimited.ts";
import { Button } from "../controls/button.tsx";
import { copyText } from "./download.ts";

const SHOWN = 200;

interface ImportRejectedProps {
  readonly rejected: readonly RejectedRow[];
  /** What became of them: "refused". */
  readonly fate: string;
}

/** Rows that will not be imported, or not as they are written, each with its line and the reason. */
export function ImportRejected({ rejected, fate }: ImportRejectedProps) {
  const [answer, setAnswer] = useState("");
  if (rejected.length === 0) return null;
  const copy = async () => {
    const lines = rejected.map(({ line, reason, excerpt }) => `${line}\t${reason}\t${excerpt}`);
    const isDone = await copyText(`line\treason\ttext\n${lines.join("\n")}\n`);
    setAnswer(isDone ? "Copied" : "The system did not allow copying.");
  };
  return (
    <details className="import-rejected">
      <summary className="warned">
        {plural(rejected.length, "row")} {fate}
      </summary>
      <ul className="scroll">
        {rejected.slice(0, SHOWN).map(({ line, reason, excerpt }) => (
          <li className="row gap-3 fine" key={`${line} ${reason}`}>
            <span className="figures">Line {line}</span> {reason}
            <code className="clip muted" dir="auto">
              {excerpt}
            </code>
          </li>
        ))}
      </ul>
      {rejected.length > SHOWN && <p className="muted">The first {SHOWN} are shown.</p>}
      <Button size="small" tone="quiet" onPress={() => void copy()}>
        Copy the whole list
      </Button>
      {answer !== "" && (
        <span role="status" className="muted">
          {answer}
        </span>
      )}
    </details>
  );
}
