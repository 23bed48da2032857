import { useQuery } from "@tanstack/react-query";
import { Redo2, Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import { retinaCardsQuery } from "../api/map-queries.ts";
import { Button } from "../components/controls/button.tsx";
import { IconButton } from "../components/controls/icon-button.tsx";
import { messageOf } from "../model/error-words.ts";
import { formatCount } from "../model/format.ts";
import { redoStep, undoStep } from "../state/edits.ts";
import { saveNow, startJournal } from "../state/journal.ts";
import { useRetina } from "../state/retina.ts";
import { useSaveState } from "../state/save-state.ts";
import { useWorkspace } from "../state/workspace.ts";
import { JobsSign } from "./jobs-sign.tsx";
import { showOverlay } from "./overlays.ts";
import { RetinaPicker } from "./retina-picker.tsx";
import { TimingSign } from "./timing-sign.tsx";

/** One quiet line: retina, long tasks, whether the work is safe, how long the last answer took, the last step. */
export function StatusBar() {
  const retina = useRetina();
  const cards = useQuery(retinaCardsQuery()).data ?? [];
  const card = cards.find(({ name }) => name === retina?.name);
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
      <span className="grow" />
      <JobsSign />
      <SaveSign />
      <TimingSign />
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
    case "locked":
      return (
        <Warning text="Open in another window; not saved here">
          <Button size="small" onPress={() => void startJournal(true)}>
            Take over
          </Button>
        </Warning>
      );
    case "foreign":
      return (
        <Warning text="The saved workspace was written by another version and is left unchanged; work here is not saved">
          <Button size="small" onPress={saveAs}>
            Save as a file…
          </Button>
        </Warning>
      );
    case "unloaded":
      return (
        <Warning text={`The saved workspace could not be read. ${messageOf(error)}`}>
          <Button size="small" onPress={() => void startJournal()}>
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
