import { useQuery } from "@tanstack/react-query";
import { ChevronUp, Redo2, Undo2 } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { onTiming } from "../api/client.ts";
import { tasksQuery } from "../api/collection-queries.ts";
import { isUnderWay, type Task } from "../api/follow-task.ts";
import { retinaCardsQuery } from "../api/map-queries.ts";
import { queryClient } from "../api/query-client.ts";
import { Button, IconButton } from "../components/controls/button.tsx";
import { ActionMenu, MenuTrigger } from "../components/controls/menu.tsx";
import { trainedTitle } from "../features/maps/model/retina-title.ts";
import { adoptTraining, openTraining, useTraining } from "../features/maps/training-run.ts";
import { formatCount, formatShare, messageOf } from "../model/format.ts";
import { useRegisterActions } from "../state/actions.ts";
import { useReaderInView } from "../state/collection/reader-in-view.ts";
import { redoStep, undoStep } from "../state/edits.ts";
import { useNavigation } from "../state/navigation.ts";
import { openWith } from "../state/open-with.ts";
import { chooseRetina, useChosenRetina, useRetina } from "../state/retina.ts";
import { saveNow, startSaving, useSaveState } from "../state/saving.ts";
import { useWorkspace } from "../state/workspace.ts";
import { showOverlay } from "./overlays.ts";

const PLACES: Readonly<Record<Task["kind"], () => void>> = {
  train: openTraining,
  import: () => openWith("collection"),
};

/** The long task in progress, wherever a person looks meanwhile; a click goes to where it is shown. */
function JobsSign() {
  const jobs = useQuery(tasksQuery()).data ?? [];
  useEffect(followStarts, []);
  useEffect(() => void adoptTraining().catch(() => undefined), []);
  useRegisterActions(ACTIONS);
  const underWay = jobs.filter(isUnderWay);
  // The oldest is the one that runs; the others wait for it.
  const job = underWay.at(-1);
  if (!job) return <TrainingEnd />;
  return (
    <span className="status-job row gap-1">
      <Button size="small" tone="quiet" onPress={PLACES[job.kind]}>
        {titleOf(job)}
        <progress aria-hidden="true" max={1} value={job.fraction} />
        <span className="figures">{formatShare(job.fraction)}</span>
      </Button>
      {underWay.length > 1 && <span>and {underWay.length - 1} more</span>}
    </span>
  );
}

/** A training has ended while a person looked elsewhere: said until it was looked at, as a toast may have been missed. */
function TrainingEnd() {
  const { phase, trained } = useTraining();
  const isThere = useNavigation(({ view }) => view === "maps");
  if (isThere || (phase !== "trained" && phase !== "failed")) return null;
  return (
    <span className="status-job row gap-1" role="status">
      <Button size="small" tone="quiet" onPress={openTraining}>
        {phase === "failed"
          ? "Training failed: show why"
          : `${trained ? trainedTitle(trained) : "The map"} is trained: review it`}
      </Button>
    </span>
  );
}

const ACTIONS = [
  {
    id: "retina.train",
    title: "Train a map on your own texts…",
    group: "File",
    keys: "",
    run: openTraining,
  },
];

const TITLES: Readonly<Record<Task["kind"], string>> = {
  train: "Train a map",
  import: "Import texts",
};

/** A task that was started without a title is called by its kind. */
const titleOf = ({ kind, title }: Task): string => (title === kind ? TITLES[kind] : title);

/** Asks again whenever a task was started from here. @returns a function that ends it */
const followStarts = (): (() => void) =>
  onTiming((name) => {
    if (name === "app.jobStart") void queryClient.invalidateQueries(tasksQuery());
  });

/** One quiet line: retina, long tasks, whether the work is safe, the last step. */
export function StatusBar() {
  const retina = useRetina();
  const cards = useQuery(retinaCardsQuery()).data ?? [];
  const card = cards.find(({ name }) => name === retina?.name);
  const reader = useReaderInView();
  const past = useWorkspace((state) => state.past);
  const future = useWorkspace((state) => state.future);
  return (
    <footer className="status" data-panel="status" tabIndex={-1}>
      <RetinaPicker />
      {card && (
        <span className="figures nowrap status-terms">
          {formatCount(card.terms)} terms · {card.language}
        </span>
      )}
      {reader !== undefined && (
        <span className="clip" title="Sentence encoder of the rows in view">
          Encoder “{reader}”
        </span>
      )}
      <span className="grow" />
      <JobsSign />
      <SaveSign />
      <IconButton
        icon={Undo2}
        isSmall
        label={past.length > 0 ? `Undo: ${past.at(-1)?.label}` : "Nothing to undo"}
        keys="$mod+z"
        isDisabled={past.length === 0}
        onPress={undoStep}
      />
      <IconButton
        icon={Redo2}
        isSmall
        label={future.length > 0 ? `Redo: ${future[0]?.label}` : "Nothing to redo"}
        keys="$mod+Shift+z"
        isDisabled={future.length === 0}
        onPress={redoStep}
      />
      <span className="status-local" title="Nothing you type leaves this computer.">
        Works offline
      </span>
    </footer>
  );
}

const saveAs = () => showOverlay("save-workspace");

function SaveSign() {
  const { status, error } = useSaveState();
  switch (status) {
    case "starting":
      return <span className="status-save" />;
    case "saved":
      return <span className="status-save">Saved</span>;
    case "saving":
      return <span className="status-save">Saving…</span>;
    case "reading":
      return <span className="status-save">Read only</span>;
    case "foreign":
      return (
        <Warning text="The saved workspace was written by a newer version and is left unchanged; work here is not saved">
          <Button size="small" onPress={saveAs}>
            Save as a file…
          </Button>
        </Warning>
      );
    case "unloaded":
      return (
        <Warning text={`The saved workspace could not be read. ${messageOf(error)}`}>
          <Button size="small" onPress={() => void startSaving()}>
            Try again
          </Button>
        </Warning>
      );
    case "failed":
      return (
        <Warning text={`Not saved. ${messageOf(error)}`}>
          <Button size="small" onPress={() => void saveNow()}>
            Try again
          </Button>
          <Button size="small" tone="quiet" onPress={saveAs}>
            Save as a file…
          </Button>
        </Warning>
      );
  }
}

/** Stays until it is no longer so; long reasons are cut on the line and whole in the tip. */
function Warning({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  return (
    <span className="status-warn status-problem row" role="alert">
      <span className="clip" title={text}>
        {text}
      </span>
      {children}
    </span>
  );
}

/** Which map of meaning everything is asked of. */
function RetinaPicker() {
  const retina = useRetina();
  const asked = useChosenRetina();
  const cards = useQuery(retinaCardsQuery());
  const isOther = retina !== null && asked !== "" && asked !== retina.name;
  if (cards.isError)
    return (
      <Button size="small" onPress={() => void cards.refetch()}>
        No engine: try again
      </Button>
    );
  return (
    <MenuTrigger>
      <Button size="small" tone="quiet" aria-label={`Map: ${retina?.name ?? "none"}`}>
        {retina?.name ?? "No map"}
        {isOther && <span className="status-warn row">“{asked}” is not installed</span>}{" "}
        <ChevronUp size={12} aria-hidden="true" />
      </Button>
      <ActionMenu
        label="Map"
        groups={[
          {
            entries: (cards.data ?? []).map((card) => ({
              id: card.name,
              label: `${card.name} · ${formatCount(card.terms)} terms`,
              isChosen: card.name === retina?.name,
              disabledBecause: card.state === "ready" ? null : (card.problem ?? "Damaged"),
              run: () => chooseRetina(card.name),
            })),
          },
          {
            entries: [
              {
                id: " manage",
                label: "Manage maps…",
                run: () => openWith("maps"),
              },
            ],
          },
        ]}
      />
    </MenuTrigger>
  );
}
