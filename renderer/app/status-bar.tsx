import { useQuery } from "@tanstack/react-query";
import { Redo2, Undo2 } from "lucide-react";
import { useEffect, useState } from "react";
import { onTiming } from "../api/client.ts";
import { retinaCardsQuery } from "../api/map-queries.ts";
import { Button } from "../components/controls/button.tsx";
import { IconButton } from "../components/controls/icon-button.tsx";
import { messageOf } from "../components/controls/states.tsx";
import { formatCount, formatDuration } from "../components/format.ts";
import { redoStep, undoStep } from "../state/edits.ts";
import { saveNow, startJournal, useSaveState } from "../state/journal.ts";
import { useRetina } from "../state/retina.ts";
import { useSettings } from "../state/settings.ts";
import { useWorkspace } from "../state/workspace.ts";
import { RetinaPicker } from "./retina-picker.tsx";

/** One quiet line: retina, last step, whether the work is safe, how long the last answer took. */
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
      <span className="status-space" />
      <SaveSign />
      <Timing />
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

/** The engine's last answer, and how long it took. */
function Timing() {
  const isShown = useSettings(({ showsTimings }) => showsTimings);
  const [text, setText] = useState("");
  useEffect(
    () =>
      onTiming((name, milliseconds) => {
        if (QUIET.has(name)) return;
        setText(`${name.replace(/^app\./, "")} ${formatDuration(milliseconds)}`);
      }),
    [],
  );
  return isShown ? <span className="figures nowrap status-timing">{text}</span> : null;
}

const QUIET = new Set([
  "app.journalAppend",
  "app.workspaceSave",
  "app.cell",
  "app.jobs",
  "app.health",
]);

function SaveSign() {
  const { status, error } = useSaveState();
  if (status === "saved" || status === "starting") return <span>Saved</span>;
  if (status === "saving") return <span>Saving…</span>;
  if (status === "locked")
    return (
      <span className="status-warn">
        Open elsewhere, so not saved here{" "}
        <Button size="small" onPress={() => void startJournal(true)}>
          Take over
        </Button>
      </span>
    );
  return (
    <span className="status-warn" title={messageOf(error)}>
      Not saved{" "}
      <Button size="small" onPress={() => void saveNow()}>
        Try again
      </Button>
    </span>
  );
}
