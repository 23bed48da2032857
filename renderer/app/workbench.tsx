import {
  type CSSProperties,
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from "react";
import { leaves } from "../../core/expression/walk.ts";
import { Failure, Loading } from "../components/controls/states.tsx";
import { showPanel, useNavigation } from "../state/navigation.ts";
import { usePublished } from "../state/publish.ts";
import { changeSettings, useSettings } from "../state/settings.ts";
import { usePublishedFilterCells } from "../state/use-references.ts";
import { useSubjectTree } from "../state/use-subject.ts";
import { focusOpenedView } from "./focus-panels.ts";
import { Guard } from "./guard.tsx";
import { MapPanel } from "./map-panel.tsx";
import { viewOf } from "./views.ts";

const LEAST = 280;

const MOST = 520;

/** The three columns: lens, map, results. The map is one and the same element in every view; in a small window the columns lie below each other. */
export function Workbench() {
  const { lensWidth, resultsWidth } = useSettings();
  const active = useNavigation(({ view }) => view);
  const view = viewOf(active);
  const { data: parts, error, refetch } = view.parts.use();
  useOpenedView(parts === undefined ? null : active);
  const table = usePublished((published) => published.table);
  const hasRoomUnder = useRoomUnderMap();
  const map = (
    <Guard key="map" part="The map" shape="map">
      <MapPanel hasRoomUnder={hasRoomUnder && table === "centre"} />
    </Guard>
  );
  const results = (
    <Fragment key="results">
      <div className="split-results">
        <Splitter
          label="Width of the results"
          value={resultsWidth}
          direction={table === "left" ? 1 : -1}
          onChange={(width) => changeSettings({ resultsWidth: width })}
        />
      </div>
      <Pane name="results" label="Results">
        <Guard key={view.id} part="This panel">
          {parts && <parts.Results />}
        </Guard>
      </Pane>
    </Fragment>
  );
  return (
    <main className="workbench" data-table={table ?? undefined}>
      <h1 className="visually-hidden">Semascope</h1>
      <FilterReferences />
      <div
        className="workbench-grid"
        style={{ "--lens": `${lensWidth}px`, "--results": `${resultsWidth}px` } as CSSProperties}
      >
        <Pane name="lens" label={view.title}>
          <Guard key={view.id} part="This panel">
            {parts ? (
              <parts.Lens />
            ) : error ? (
              <Failure
                error={error}
                doing={`Opening ${view.title}`}
                onRetry={() => void refetch()}
              />
            ) : (
              <Loading label={`Opening ${view.title}`} />
            )}
          </Guard>
        </Pane>
        <div className="split-lens">
          <Splitter
            label="Width of the left panel"
            value={lensWidth}
            direction={1}
            onChange={(width) => changeSettings({ lensWidth: width })}
          />
        </div>
        {/* The order of Tab is that in which they are seen; moved by key, neither is mounted again. */}
        {table === null ? [map, results] : [results, map]}
      </div>
    </main>
  );
}

/** Another view begins with what goes in, and with the focus where one types; null as long as it is not there. */
function useOpenedView(active: string | null): void {
  const before = useRef(active);
  useLayoutEffect(() => {
    if (active === null || before.current === active) return;
    before.current = active;
    showPanel("lens");
    focusOpenedView();
  }, [active]);
}

interface PaneProps {
  readonly name: "lens" | "results";
  readonly label: string;
  readonly children: ReactNode;
}

const Pane = ({ name, label, children }: PaneProps) => (
  <section className={`pane pane-${name}`} aria-label={label} data-panel={name} tabIndex={-1}>
    {children}
  </section>
);

/** Windows in which something fits under the map beside a table. */
const ROOMY = "(min-width: 1280px) and (min-height: 680px) and (max-aspect-ratio: 2 / 1)";

const useRoomUnderMap = (): boolean =>
  useSyncExternalStore(listenToSize, () => window.matchMedia(ROOMY).matches);

function listenToSize(listener: () => void): () => void {
  window.addEventListener("resize", listener);
  return () => window.removeEventListener("resize", listener);
}

/** Works category filters out while the expression names one. */
function FilterReferences() {
  const { tree } = useSubjectTree();
  const names = tree ? leaves(tree).some(({ node }) => node.kind === "filter") : false;
  return names ? <Published /> : null;
}

function Published() {
  usePublishedFilterCells();
  return null;
}

interface SplitterProps {
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
  /** 1 when moving right makes the pane larger, -1 when smaller. */
  readonly direction: 1 | -1;
}

const KEY_STEP = 16;

/** The hairline between two panes: drag it, or use the arrow keys; a double click brings the usual size back. */
function Splitter({ label, value, onChange, direction }: SplitterProps) {
  const start = useRef<{ at: number; value: number } | null>(null);
  const set = (next: number) => onChange(Math.round(Math.min(MOST, Math.max(LEAST, next))));
  const press = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step) set(value + step * direction * KEY_STEP);
    else if (event.key === "Home") set(LEAST);
    else if (event.key === "End") set(MOST);
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a focusable separator is a widget, hr is not
    <div
      className="splitter"
      role="separator"
      aria-label={label}
      aria-orientation="vertical"
      aria-valuenow={value}
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      tabIndex={0}
      onKeyDown={press}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { at: event.clientX, value };
      }}
      onPointerMove={(event) => {
        if (start.current)
          set(start.current.value + (event.clientX - start.current.at) * direction);
      }}
      onPointerUp={() => {
        start.current = null;
      }}
    />
  );
}
