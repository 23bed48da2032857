import { CollectionOpener } from "../features/collection/collection-opener.tsx";
import { ImageExport } from "../features/export/image-export.tsx";
import { VisitBanner } from "../features/workspace/visit-banner.tsx";
import { AboutBox } from "./about-box.tsx";
import { useGlobalActions } from "./global-actions.ts";
import { useKeyBindings } from "./key-bindings.ts";
import { MapTables } from "./map-tables.tsx";
import { Announcer, RecoveryNotice, Toasts } from "./notices.tsx";
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

/** The whole window. */
export function App() {
  return (
    <PageProviders>
      <Shell />
    </PageProviders>
  );
}

function Shell() {
  useGlobalActions();
  useTakeAlong();
  useKeyBindings();
  return (
    <div className="shell">
      <Rail />
      <div className="shell-main">
        <RecoveryNotice />
        <VisitBanner />
        <Workbench />
        <Shelf />
        <StatusBar />
      </div>
      <RetinaSwitch />
      <Palette />
      <ShortcutSheet />
      <AboutBox />
      <SettingsBox />
      <WorkspaceOpener />
      <CollectionOpener />
      <StateDialogs />
      <MapTables />
      <ImageExport />
      <Toasts />
      <Announcer />
    </div>
  );
}
