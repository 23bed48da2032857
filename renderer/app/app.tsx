import { type ComponentType, lazy, Suspense } from "react";
import { CollectionOpener } from "../features/collection/collection-opener.tsx";
import { ExportDialogs } from "../features/export/export-dialogs.tsx";
import { useGlobalActions } from "./global-actions.ts";
import { Guard, WindowGuard } from "./guard.tsx";
import { useKeyBindings } from "./key-bindings.ts";
import { Announcer, LeftOutNotice, ReadOnlyNotice, SavedNotice, Toasts } from "./notices.tsx";
import { PageProviders } from "./page-providers.tsx";
import { Rail } from "./rail.tsx";
import { Shelf } from "./shelf.tsx";
import { StatusBar } from "./status-bar.tsx";
import { useTakeAlong } from "./take-along.ts";
import { Workbench } from "./workbench.tsx";
import { WorkspaceOpener } from "./workspace-opener.tsx";
import "./shell.css";
import "./map.css";
import "./overlays.css";

/** These load while the window is first looked at. */
const Palette = lazy(async () => ({ default: (await import("./palette.tsx")).Palette }));
const ShortcutSheet = lazy(async () => ({
  default: (await import("./shortcut-sheet.tsx")).ShortcutSheet,
}));
const AboutBox = lazy(async () => ({ default: (await import("./about-box.tsx")).AboutBox }));
const SettingsBox = lazy(async () => ({
  default: (await import("./settings-box.tsx")).SettingsBox,
}));

/** What floats over the window; each fails alone. */
const DIALOGS: readonly (readonly [part: string, Part: ComponentType])[] = [
  ["The workspace dialog", WorkspaceOpener],
  ["The collections dialog", CollectionOpener],
  ["The export dialog", ExportDialogs],
  ["The command list", Palette],
  ["The key list", ShortcutSheet],
  ["About Semascope", AboutBox],
  ["Settings", SettingsBox],
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
        <ReadOnlyNotice />
        <SavedNotice />
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
          <Suspense>
            <Part />
          </Suspense>
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
