import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { type DragEvent, useEffect, useState } from "react";
import { engineQuery } from "../../../api/query-client.ts";
import { Button } from "../../../components/controls/button.tsx";
import { readTextFile } from "../../../components/files/read-file.ts";
import { formatCount } from "../../../model/format.ts";
import { useRetina } from "../../../state/retina.ts";

interface TextEditorProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly onClose: () => void;
  /** Nothing is made of it before the person says so. */
  readonly isNew?: boolean;
}

const QUIET_MS = 300;
/** Longer texts are asked about before they are read. */
const LONGEST = 1_000_000;
/** Enough to count words while typing; the fingerprint takes the whole. */
const COUNTED = 20_000;

/** Several lines of text, typed, pasted or dropped as a file, with what the retina knows of it. */
export function TextEditor({ text, onChange, onClose, isNew = false }: TextEditorProps) {
  const [draft, setDraft] = useState(text);
  const [tooLong, setTooLong] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    if (isNew || draft.trim() === "" || draft === text) return;
    const timer = setTimeout(() => onChange(draft), QUIET_MS);
    return () => clearTimeout(timer);
  });
  const take = (content: string) =>
    content.length > LONGEST ? setTooLong(content) : setDraft(content);
  const drop = (event: DragEvent) => {
    const [file] = event.dataTransfer.files;
    if (!file) return;
    event.preventDefault();
    event.stopPropagation();
    setProblem(null);
    void readTextFile(file).then(
      ({ text: content }) => take(content),
      (cause: unknown) => setProblem(cause instanceof Error ? cause.message : String(cause)),
    );
  };
  const finish = () => {
    onClose();
    if (draft.trim() !== "" && draft !== text) onChange(draft);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it takes files for the box inside
    <div className="stack gap-1 grow" onDrop={drop} onDragOver={(event) => event.preventDefault()}>
      <textarea
        className="build-box across"
        aria-label="Text"
        rows={5}
        dir="auto"
        placeholder="Type or paste a text, or drop a file here"
        // biome-ignore lint/a11y/noAutofocus: the person asked to edit it
        autoFocus
        value={draft}
        onFocus={({ target }) => target.setSelectionRange(draft.length, draft.length)}
        onChange={(event) => take(event.target.value)}
        onKeyDown={(event) => {
          event.stopPropagation();
          const isDone = event.key === "Enter" && (event.ctrlKey || event.metaKey);
          if (isDone || (event.key === "Escape" && !isNew)) finish();
          else if (event.key === "Escape") onClose();
        }}
      />
      {tooLong !== null && (
        <p className="problem" role="alert">
          This text has {formatCount(tooLong.length)} characters; at most {formatCount(LONGEST)} are
          read at once.{" "}
          <Button
            size="small"
            onPress={() => {
              setDraft(tooLong.slice(0, LONGEST));
              setTooLong(null);
            }}
          >
            Take the beginning
          </Button>
        </p>
      )}
      {problem !== null && (
        <p className="note caution" role="alert">
          {problem}
        </p>
      )}
      <div className="row gap-1 wrap">
        <WordCounter text={draft} />
        <Button size="small" onPress={finish}>
          {isNew ? "Add this text" : "Done"}
        </Button>
      </div>
    </div>
  );
}

const wordsQuery = (retina: string, text: string) =>
  queryOptions(engineQuery(retina, "app.words", { retina_name: retina, text }));
const languageQuery = (retina: string, text: string) =>
  queryOptions(engineQuery(retina, "text.language", { text }));

/** "9 of 12 words used · English · unknown: zzqx" */
function WordCounter({ text }: { readonly text: string }) {
  const retina = useRetina()?.name ?? "";
  const quiet = useQuiet(text.trim().slice(0, COUNTED));
  const enabled = quiet !== "";
  const words = useQuery({
    ...wordsQuery(retina, quiet),
    enabled,
    placeholderData: keepPreviousData,
  });
  const language = useQuery({
    ...languageQuery(retina, quiet),
    enabled,
    placeholderData: keepPreviousData,
  });
  if (!enabled || !words.data) return <p className="muted text-facts fine breaks">No words yet</p>;
  const used = words.data.filter(({ use }) => use === "used").length;
  const unknown = [
    ...new Set(words.data.filter(({ use }) => use === "unknown").map(({ word }) => word)),
  ];
  const facts = [
    `${formatCount(used)} of ${formatCount(words.data.length)} words used`,
    language.data?.language ?? "language: too short to tell",
    unknown.length > 0 ? `unknown: ${unknown.slice(0, 6).join(", ")}` : "",
  ];
  return (
    <p className="muted text-facts figures fine breaks" role="status" dir="auto">
      {facts.filter(Boolean).join(" · ")}
    </p>
  );
}

function useQuiet(text: string): string {
  const [quiet, setQuiet] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(text), QUIET_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return quiet;
}
