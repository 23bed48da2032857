import { type ComponentType, type ReactNode, useState } from "react";
import { type OnDemand, onDemand, WithCode } from "../components/on-demand.ts";
import { CollectionOpener } from "../features/collection/collection-opener.tsx";
import { ExportDialogs } from "../features/export/export-dialogs.tsx";
import { useGlobalActions } from "./global-actions.ts";
import { Guard, WindowGuard } from "./guard.tsx";
import { useKeyBindings } from "./key-bindings.ts";
import { Announcer, LeftOutNotice, ReadOnlyNotice, SavedNotice, Toasts } from "./notices.tsx";
import { type Overlay, useOverlay } from "./overlays.ts";
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

/** What floats over the window; each fails alone. */
const DIALOGS: readonly (readonly [part: string, Part: ComponentType])[] = [
  ["The workspace dialog", WorkspaceOpener],
  ["The collections dialog", CollectionOpener],
  ["The export dialog", ExportDialogs],
];

/** What is loaded when it is first opened. */
const BOXES: readonly (readonly [overlay: Overlay, part: string, code: OnDemand<ComponentType>])[] =
  [
    [
      "palette",
      "The command list",
      onDemand("palette", async () => (await import("./palette.tsx")).Palette),
    ],
    [
      "shortcuts",
      "The key list",
      onDemand("shortcuts", async () => (await import("./shortcut-sheet.tsx")).ShortcutSheet),
    ],
    [
      "about",
      "About Semascope",
      onDemand("about", async () => (await import("./about-box.tsx")).AboutBox),
    ],
    [
      "settings",
      "Settings",
      onDemand("settings", async () => (await import("./settings-box.tsx")).SettingsBox),
    ],
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
          <Part />
        </Guard>
      ))}
      {BOXES.map(([overlay, part, code]) => (
        <Guard key={overlay} part={part} shape="dialog">
          <OnceOpened overlay={overlay}>
            <WithCode code={code}>{(Part) => <Part />}</WithCode>
          </OnceOpened>
        </Guard>
      ))}
      <Toasts />
      <Announcer />
    </div>
  );
}

/** From its first opening on it stays, as it leaves the screen by itself. */
function OnceOpened({ overlay, children }: { readonly overlay: Overlay; children: ReactNode }) {
  const isOpen = useOverlay((state) => state.overlay === overlay);
  const [wasOpened, setOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setOpened(true);
  return wasOpened && children;
}

/** A part of its own: what is at hand and what a key does change with every move, and nothing else of the window needs to. */
function Keys() {
  useGlobalActions();
  useTakeAlong();
  useKeyBindings();
  return null;
}
