import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { CornerLeftUp, Folder } from "lucide-react";
import { useId, useState } from "react";
import { call } from "../../api/client.ts";
import { retinaCardsQuery } from "../../api/map-queries.ts";
import { Button } from "../../components/controls/button.tsx";
import { Choice } from "../../components/controls/choice.tsx";
import { Dialog } from "../../components/controls/dialog.tsx";
import { Failure, Loading } from "../../components/controls/states.tsx";
import { formatDuration, formatShare, plural } from "../../model/format.ts";
import { useRetina } from "../../state/retina.ts";
import { retinaName } from "./model/retina-title.ts";
import { formProblems, type TrainingForm } from "./model/training-form.ts";
import { setField, useTrainingForm } from "./training-form-store.ts";
import { cancelTraining, startTraining, useTraining } from "./training-run.ts";

const PRESETS = { associative: "Occur together", synonymous: "Can replace each other" } as const;

/** A retina from a person's own texts: what goes in, what each option does, how far it is. */
export function TrainForm() {
  const form = useTrainingForm();
  const { phase, error } = useTraining();
  const retina = useRetina()?.name ?? "";
  const cards = useQuery(retinaCardsQuery()).data ?? [];
  const problems = formProblems(form, cards);
  const blocking = Object.values(problems);
  const called = retinaName(form.name);
  const replaces = cards.some(({ name }) => name === called);
  if (phase === "running") return <TrainingProgress />;
  return (
    <form
      className="train-form stack gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (blocking.length === 0) startTraining(retina, form);
      }}
    >
      <p className="muted">
        100,000 words give a usable map of one field; ten million give a good one. Texts stay on
        this machine.
      </p>
      <PathField problem={form.paths === "" ? undefined : problems.paths} />
      <Field
        name="name"
        title="Name"
        help={
          replaces
            ? "A map of this name is installed. Saving the new one replaces it."
            : called === "" || called === form.name.trim()
              ? "The name of the map. Spaces and capitals are kept."
              : `Name in the API: ${called}.`
        }
        placeholder="Court decisions"
        problem={form.name === "" ? undefined : problems.name}
      />
      <div className="train-field stack gap-1 at-start">
        <Choice
          label="Group terms that"
          options={PRESETS}
          value={form.preset}
          onChange={(preset) => setField("preset", preset)}
        />
        <p className="muted">
          {form.preset === "associative"
            ? "Learns from whole passages: doctor, hospital, illness."
            : "Learns from the words next to a term: doctor, physician, nurse."}
        </p>
      </div>
      <Field
        name="language"
        title="Language"
        help="Of the texts. Empty: English."
        placeholder="English"
      />
      <TeacherField />
      <p className="muted">
        Every other option is one of <code>semascope train</code>: licence, corpus, window, number
        of terms, columns and encodings.
      </p>
      {phase === "failed" && (
        <div ref={showAtOnce}>
          <Failure error={error} doing="Training" />
        </div>
      )}
      {phase === "cancelled" && (
        <p className="muted" role="status">
          The training was cancelled; nothing was written.
        </p>
      )}
      <Button type="submit" tone="primary" isDisabled={blocking.length > 0}>
        Train the map
      </Button>
      {blocking.length > 0 && <p className="muted">{blocking[0]}</p>}
    </form>
  );
}

/** The form is longer than most windows are high, and what went wrong stands at its end. */
const showAtOnce = (element: HTMLElement | null): void =>
  element?.scrollIntoView({ block: "nearest" });

interface FieldProps {
  readonly name: keyof TrainingForm;
  readonly title: string;
  readonly help: string;
  readonly placeholder?: string;
  readonly problem?: string | undefined;
}

function Field({ name, title, help, placeholder, problem }: FieldProps) {
  const value = useTrainingForm()[name];
  const id = useId();
  return (
    <div className="train-field stack gap-1 at-start">
      <label className="strong" htmlFor={id}>
        {title}
      </label>
      <input
        id={id}
        className="across"
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        value={value}
        aria-describedby={`${id}-help`}
        aria-invalid={problem !== undefined || undefined}
        onChange={({ currentTarget }) => setField(name, currentTarget.value)}
      />
      <p id={`${id}-help`} className={problem ? "problem" : "muted"}>
        {problem ?? help}
      </p>
    </div>
  );
}

/** The folder of a sentence encoder. */
function TeacherField() {
  return (
    <>
      <Field
        name="teacher"
        title="Teacher"
        help="Folder of a sentence encoder on this machine, with tokenizer.json and an ONNX file. It encodes 60,000 sentences of your texts, and the map learns from them. Empty: your texts alone."
        placeholder="/home/me/models/all-MiniLM-L6-v2"
      />
      <FolderButton
        label="Choose the teacher’s folder…"
        title="Folder of the sentence encoder"
        onFolders={([folder]) => folder !== undefined && setField("teacher", folder)}
      />
    </>
  );
}

/** Paths as text, typed or picked. */
function PathField({ problem }: { readonly problem?: string | undefined }) {
  const { paths } = useTrainingForm();
  const id = useId();
  const add = (chosen: readonly string[]) => {
    const known = paths.split("\n").filter(Boolean);
    setField("paths", [...new Set([...known, ...chosen])].join("\n"));
  };
  return (
    <div className="train-field stack gap-1 at-start">
      <label className="strong" htmlFor={id}>
        Texts
      </label>
      <textarea
        id={id}
        className="across"
        rows={2}
        spellCheck={false}
        placeholder="/home/me/texts"
        value={paths}
        aria-describedby={`${id}-help`}
        onChange={({ currentTarget }) => setField("paths", currentTarget.value)}
      />
      <FolderButton
        label="Choose a folder…"
        title="Folder with the texts to train on"
        isSeveral
        onFolders={add}
      />
      <p id={`${id}-help`} className={problem ? "problem" : "muted"}>
        {problem ??
          "Paths of folders or files on this machine, one per line: .txt, .md, .csv, .jsonl, also .gz."}
      </p>
    </div>
  );
}

/** How far the training is; it goes on when the view is left. */
function TrainingProgress() {
  const { job, phases, isOutOfReach } = useTraining();
  const left = job?.remainingSeconds ?? null;
  return (
    <section className="train-progress stack gap-3" aria-label="Training">
      <h3>{job?.title ?? "Starting"}</h3>
      <progress aria-label="Training" max={1} value={job?.fraction ?? 0} />
      <p className="figures" role="status">
        {phaseWords(job?.phase ?? "Starting")} · {formatShare(job?.fraction ?? 0)}
        {left !== null && <span className="muted"> · {remaining(left)}</span>}
      </p>
      <ol className="train-phases figures" aria-label="Phases so far">
        {phases.map(({ name, began }, index) => {
          const next = phases[index + 1];
          return (
            <li className="row gap-0 apart" key={name}>
              <span>{phaseWords(name)}</span>
              <span className="muted">
                {next ? formatDuration(next.began - began) : "in progress"}
              </span>
            </li>
          );
        })}
      </ol>
      <p className="muted">
        {isOutOfReach
          ? "The engine is not answering at the moment; progress will appear when it does."
          : "You can continue working; the result will appear here."}
      </p>
      <Button size="small" onPress={cancelTraining}>
        Cancel the training
      </Button>
    </section>
  );
}

/** 75 -> "about 1 min left" */
export function remaining(seconds: number): string {
  if (seconds < 10) return "a few seconds left";
  if (seconds < 60) return `about ${Math.round(seconds / 10) * 10} s left`;
  return `about ${Math.round(seconds / 60)} min left`;
}

/** What the trainer calls its phases, told to somebody who waits for them. */
const WORDS: Readonly<Record<string, string>> = {
  reading: "Reading the texts",
  vocabulary: "Choosing the words",
  phrases: "Finding phrases",
  "parts of speech": "Determining parts of speech",
  "teacher: sentences": "Encoding sentences",
  "teacher: terms": "Encoding terms",
  teaching: "Learning from the teacher",
  lexicon: "Moving similar words closer together",
  counting: "Counting which words occur together",
  vectors: "Learning which words belong together",
  map: "Drawing the map",
  fingerprints: "Making fingerprints",
  refinement: "Refining fingerprints",
  measuring: "Measuring the quality",
};

/** A phase that has no words here is told as it is. */
const phaseWords = (phase: string): string => WORDS[phase] ?? phase;

interface FolderButtonProps {
  /** The button: "Choose a folder…". */
  readonly label: string;
  /** Of the dialog. */
  readonly title: string;
  readonly isSeveral?: boolean;
  readonly onFolders: (paths: readonly string[]) => void;
}

/** Picks a folder of the machine that reads it: in the system's own dialog, or in a browser in one of ours. */
function FolderButton({ label, title, isSeveral = false, onFolders }: FolderButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const choose = async () => {
    if (!window.desktop) {
      setOpen(true);
      return;
    }
    const wish = { what: "folder" as const, title, several: isSeveral, endings: [] };
    const chosen = await window.desktop.choosePaths(wish);
    if (chosen.length > 0) onFolders(chosen);
  };
  return (
    <>
      <Button size="small" onPress={() => void choose()}>
        {label}
      </Button>
      {isOpen && (
        <FolderDialog
          title={title}
          onClose={() => setOpen(false)}
          onChoose={(path) => {
            setOpen(false);
            onFolders([path]);
          }}
        />
      )}
    </>
  );
}

interface FolderDialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly onChoose: (path: string) => void;
}

/** The folders of the service's machine, one level at a time. */
function FolderDialog({ title, onClose, onChoose }: FolderDialogProps) {
  const [path, setPath] = useState<string | undefined>(undefined);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["folders", path],
    queryFn: ({ signal }) => call("app.folders", path === undefined ? {} : { path }, signal),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            tone="primary"
            isDisabled={!data || error !== null}
            onPress={() => data && onChoose(data.path)}
          >
            Choose this folder
          </Button>
        </>
      }
    >
      <div className="folders stack">
        {data && (
          <p className="row gap-1-3 wrap apart breaks">
            <strong dir="auto">{data.path}</strong>
            <span className="muted figures">
              {plural(data.texts, "file")} of texts here, {plural(data.folders.length, "folder")}
            </span>
          </p>
        )}
        {error && (
          <Failure error={error} doing="Listing the folder" onRetry={() => void refetch()}>
            {path !== undefined && (
              <Button size="small" onPress={() => setPath(undefined)}>
                To the home folder
              </Button>
            )}
          </Failure>
        )}
        {isFetching && <Loading label="Listing the folder" />}
        {data && !error && (
          <ul aria-label="Folders">
            {data.parent !== null && (
              <li>
                <button
                  className="row pick"
                  type="button"
                  onClick={() => setPath(data.parent ?? undefined)}
                >
                  <CornerLeftUp size={14} aria-hidden="true" /> One folder up
                </button>
              </li>
            )}
            {data.folders.map((folder) => (
              <li key={folder.path}>
                <button
                  className="row pick"
                  type="button"
                  dir="auto"
                  onClick={() => setPath(folder.path)}
                >
                  <Folder size={14} aria-hidden="true" /> {folder.name}
                </button>
              </li>
            ))}
          </ul>
        )}
        {data?.isCut && (
          <p className="muted">
            Only the first {plural(data.folders.length, "folder")} are listed; type the path of
            another one.
          </p>
        )}
      </div>
    </Dialog>
  );
}
