import { useEffect } from "react";
import type { DesktopAction } from "../../core/api/desktop.ts";
import { queryClient } from "../api/query-client.ts";
import { scoreNextImport } from "../features/collection/collection-import.ts";
import { LENSES, lensAction } from "../model/collection/look.ts";
import type { Fingerprint } from "../model/fingerprint.ts";
import { unionOf } from "../model/map/layers.ts";
import { registerActions, runAction } from "../state/actions.ts";
import { brush, clearBrush } from "../state/brush.ts";
import { openAt, readOpenCollection } from "../state/collection/collection-look.ts";
import { redoStep, undoableToast, undoStep } from "../state/edits.ts";
import { newFilter } from "../state/filters/filter-state.ts";
import { filters } from "../state/filters/filter-store.ts";
import { isTextBox } from "../state/gestures.ts";
import { chooseTool, useMapTools } from "../state/map-tools.ts";
import { showPanel, step, useNavigation } from "../state/navigation.ts";
import { openWith } from "../state/open-with.ts";
import { pin } from "../state/pins.ts";
import { usePublished } from "../state/publish.ts";
import { changeSettings, useSettings } from "../state/settings.ts";
import { showPlace } from "../state/subject.ts";
import { chooseTheme } from "../state/theme.ts";
import { announce, toast } from "../state/toasts.ts";
import {
  cyclePanels,
  focusOpenedView,
  focusOwnPanel,
  focusResults,
  focusTypingBox,
} from "./focus-panels.ts";
import { TOOL_BUTTONS } from "./map-toolbar.tsx";
import { showOverlay } from "./overlays.ts";
import { usePlaces } from "./places.tsx";
import { SENSE_KEY, toggleSenseColours } from "./sense-tools.tsx";
import { views } from "./views.ts";

const go = views.map((view, place) => ({
  id: `go.${view.id}`,
  title: `${view.title}: ${view.purpose}`,
  group: "Go to",
  keys: `$mod+${place + 1}`,
  run: () => {
    const isOpen = useNavigation.getState().view === view.id;
    openWith(view.id);
    // A view that is opened puts the focus where one types; one that was open already is asked to.
    if (!isOpen) return;
    showPanel("lens");
    focusOpenedView();
  },
}));

const history = [
  { id: "edit.undo", title: "Undo", keys: "$mod+z", run: undoStep },
  { id: "edit.redo", title: "Redo", keys: "$mod+Shift+z,$mod+y", run: redoStep },
].map((action) => ({ ...action, group: "Edit" }));

const trail = [
  { id: "go.back", title: "Back", keys: "Alt+ArrowLeft", run: () => showPlace(step("back")) },
  {
    id: "go.forward",
    title: "Forward",
    keys: "Alt+ArrowRight",
    run: () => showPlace(step("forward")),
  },
].map((action) => ({ ...action, group: "Go to" }));

const controls = () => useMapTools.getState().controls;

const map = [
  ...TOOL_BUTTONS.map(({ tool, label, keys }) => ({
    id: `map.${tool}`,
    title: label,
    keys,
    run: () => chooseTool(tool),
  })),
  { id: "map.closer", title: "Zoom in", keys: "+,Shift++", run: () => controls()?.zoomBy(1.6) },
  { id: "map.farther", title: "Zoom out", keys: "-", run: () => controls()?.zoomBy(1 / 1.6) },
  { id: "map.fit", title: "Whole map", keys: "0", run: () => controls()?.fit() },
  {
    id: "map.to-fingerprint",
    title: "Zoom to the fingerprint",
    keys: "z",
    run: () => controls()?.zoomToCells(unionOf(usePublished.getState().map.layers)),
  },
  {
    id: "map.to-brush",
    title: "Zoom to the selected cells",
    keys: "Shift+Z",
    run: () => controls()?.zoomToCells(brush.read()),
  },
  { id: "map.focus", title: "Move the focus to the map", run: () => controls()?.focus() },
].map((action) => ({ ...action, group: "Map" }));

let isPinning = false;

/** What was asked for a moment ago is pinned once it is there: the hand is quicker than the answer. */
async function pinShown(): Promise<void> {
  if (isPinning) return;
  isPinning = true;
  const fingerprint = await shownFingerprint();
  isPinning = false;
  if (fingerprint === null) {
    announce("The map shows nothing that can be pinned");
    return;
  }
  pin(fingerprint);
  undoableToast(`Pinned ${fingerprint.label}`);
}

const toggleNames = () => {
  const { gridStyle } = useSettings.getState();
  changeSettings({ gridStyle: { ...gridStyle, showsNames: !gridStyle.showsNames } });
};

const shell = [
  { id: "palette.open", title: "Commands", keys: "$mod+k", run: () => showOverlay("palette") },
  { id: "help.shortcuts", title: "Keys", keys: "Shift+?,?", run: () => showOverlay("shortcuts") },
  { id: "help.about", title: "About Semascope", keys: "", run: () => showOverlay("about") },
  { id: "settings.open", title: "Settings", keys: "$mod+,", run: () => showOverlay("settings") },
  {
    id: "shelf.pin",
    title: "Pin what the map shows",
    keys: "$mod+d,p",
    run: () => void pinShown(),
  },
  {
    id: "map.places",
    title: "Find a place on the map",
    keys: "Shift+F",
    run: () => usePlaces.setState({ isOpen: true }),
  },
  { id: "map.names", title: "Show or hide the names", keys: "n", run: toggleNames },
  {
    id: "map.senses",
    title: "Colour the senses of a fingerprint, or draw it in one colour",
    keys: SENSE_KEY,
    run: toggleSenseColours,
  },
  { id: "theme.light", title: "Light theme", keys: "", run: () => chooseTheme("light") },
  { id: "theme.dark", title: "Dark theme", keys: "", run: () => chooseTheme("dark") },
  { id: "theme.system", title: "Theme of the system", keys: "", run: () => chooseTheme("system") },
  { id: "panel.next", title: "Next panel", keys: "F6", run: () => cyclePanels(1) },
  { id: "panel.previous", title: "Previous panel", keys: "Shift+F6", run: () => cyclePanels(-1) },
  {
    id: "results.show",
    title: "Show the results",
    keys: "",
    run: () => {
      showPanel("results");
      focusResults();
    },
  },
  {
    id: "lens.focus",
    title: "Focus the main input",
    keys: "/",
    run: () => {
      showPanel("lens");
      focusTypingBox();
    },
  },
].map((action) => ({ ...action, group: "Application" }));

type Switched = "isComfortable" | "wheelZooms" | "showsTooltips";

const switched = (name: Switched, title: string) => ({
  id: `settings.${name}`,
  title,
  group: "Settings",
  keys: "",
  run: () => changeSettings({ [name]: !useSettings.getState()[name] }),
});

const settings = [
  switched("isComfortable", "Larger table rows, on or off"),
  switched("wheelZooms", "Zoom with the wheel, on or off"),
  switched("showsTooltips", "Tooltips on the map, on or off"),
];

const making = [
  {
    id: "filters.new",
    title: "New filter",
    group: "Filters",
    keys: "",
    run: () => {
      openWith("filters");
      newFilter();
    },
  },
  {
    id: "filters.classify-file",
    title: "Classify a file…",
    group: "Filters",
    keys: "$mod+Shift+l",
    run: classifyFile,
  },
];

/** The tabs of the open collection, from everywhere; without one the way is to open one. */
const lenses = LENSES.map((lens) => ({
  ...lensAction(lens),
  keys: "",
  run: () => {
    openWith("collection");
    const name = readOpenCollection();
    if (name === "") announce("Open a collection first");
    else openAt(name, lens);
  },
}));

/** Goes where rows are scored by filters, and asks for a file unless a collection is open. */
function classifyFile(): void {
  if (filters.read().length === 0) toast("Create a filter first");
  const name = readOpenCollection();
  if (name === "") {
    scoreNextImport();
    runAction("collection.choose-file");
    return;
  }
  openWith("collection");
  openAt(name, "categories");
}

/** Actions that exist whatever the view is, and the wishes of the desktop's menu. */
export function useGlobalActions(): void {
  useEffect(
    () =>
      registerActions([
        ...go,
        ...trail,
        ...history,
        ...making,
        ...lenses,
        ...map,
        ...shell,
        ...settings,
      ]),
    [],
  );
  useEffect(() => window.desktop?.onAction(runMenuAction), []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.closest("[role=dialog]")) return;
      if (brush.read().length > 0) clearBrush();
      else focusOwnPanel();
    };
    const onMouse = (event: MouseEvent) => {
      if (event.button === 3) runAction("go.back");
      if (event.button === 4) runAction("go.forward");
    };
    window.addEventListener("keydown", onKey);
    window.addEventListener("mouseup", onMouse);
    return () => {
      window.removeEventListener("keydown", onKey);
      window.removeEventListener("mouseup", onMouse);
    };
  }, []);
}

const OF_TEXT_BOXES: Partial<Readonly<Record<DesktopAction, string>>> = {
  "edit.undo": "undo",
  "edit.redo": "redo",
};

/** What the desktop's menu asks for. As with the keys, a text box undoes its own typing. */
export function runMenuAction(action: DesktopAction): void {
  const ofTextBox = OF_TEXT_BOXES[action];
  if (ofTextBox !== undefined && isTextBox(document.activeElement)) document.execCommand(ofTextBox);
  else runAction(action);
}

/** The last answer and what the map makes of it are this far apart at most: a few frames. */
const PAUSE_MS = 50;

const LONGEST_MS = 10_000;

/** What the map shows, once the questions under way are answered; null where that is no single fingerprint. */
export async function shownFingerprint(): Promise<Fingerprint | null> {
  const shown = () => usePublished.getState().map.fingerprint;
  const end = Date.now() + LONGEST_MS;
  for (let isAsking = true; shown() === null && isAsking && Date.now() < end; ) {
    isAsking = queryClient.isFetching() > 0;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return shown();
}
