import type { ComponentType } from "react";
import { CollectionOpener } from "../features/collection/collection-opener.tsx";
import { ImageExport } from "../features/export/image-export.tsx";
import { AboutBox } from "./about-box.tsx";
import { useGlobalActions } from "./global-actions.ts";
import { Guard, WindowGuard } from "./guard.tsx";
import { useKeyBindings } from "./key-bindings.ts";
import { MapTables } from "./map-tables.tsx";
import { Announcer, LeftOutNotice, RecoveryNotice, Toasts } from "./notices.tsx";
import { PageProviders } from "./page-providers.tsx";
import { Palette } from "./palette.tsx";
import { Rail } from "./rail.tsx";
import { RetinaSwitch } from "./retina-switch.tsx";
import { SettingsBox } from "./settings-box.tsx";
import { Shelf } from "./shelf.tsx";
import { ShortcutSheet } from "./shortcut-sheet.tsx";
import { StateDialogs } from "./state-dialogs.tsx";
import { StatusBar } from "./status-bar.tsx";
import { useTakeAlong } from "./take-along.ts";
import { Workbench } from "./workbench.tsx";
import { WorkspaceOpener } from "./workspace-opener.tsx";
import "./shell.css";
import "./map.css";
import "./overlays.css";

/** What floats over the window; each fails alone. */
const DIALOGS: readonly (readonly [part: string, Part: ComponentType])[] = [
  ["The choice of a retina", RetinaSwitch],
  ["The list of commands", Palette],
  ["The list of keys", ShortcutSheet],
  ["What is said about the program", AboutBox],
  ["The settings", SettingsBox],
  ["The dialog of the workspace", WorkspaceOpener],
  ["The dialog of collections", CollectionOpener],
  ["The dialog of states", StateDialogs],
  ["The tables of the map", MapTables],
  ["The dialog of pictures", ImageExport],
];

/** The whole window. */
export function App() {
  return (
    <WindowGuard>
      <PageProviders>
        <Shell />
      </PageProviders>
    </WindowGuard>
  );
}

function Shell() {
  return (
    <div className="shell">
      <Keys />
      <Rail />
      <div className="shell-main column gap-0">
        <RecoveryNotice />
        <LeftOutNotice />
        <Workbench />
        <Guard part="The shelf">
          <Shelf />
        </Guard>
        <Guard part="The status line">
          <StatusBar />
        </Guard>
      </div>
      {DIALOGS.map(([part, Part]) => (
        <Guard key={part} part={part} shape="dialog">
          <Part />
        </Guard>
      ))}
      <Toasts />
      <Announcer />
    </div>
  );
}

/** A part of its own: what is at hand and what a key does change with every move, and nothing else of the window needs to. */
function Keys() {
  useGlobalActions();
  useTakeAlong();
  useKeyBindings();
  return null;
}
