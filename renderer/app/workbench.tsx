import {
  Fragment,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { leaves } from "../../core/expression/walk.ts";
import { Failure, Loading } from "../components/controls/states.tsx";
import { showPaneTab, turnTo, useNavigation, usePaneTab } from "../state/navigation.ts";
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

type Shape = "wide" | "middle" | "narrow" | "low";

/** CSS pixels: a narrow window lower than this has no room for a map above the panels. */
const LOW = 560;

/** The three columns: lens, map, results. The map is one and the same element in every view and shape. */
export function Workbench() {
  const shape = useShape();
  const main = useRef<HTMLElement>(null);
  const mapRow = useMapRow(main);
  const { lensWidth, resultsWidth } = useSettings();
  const active = useNavigation(({ view }) => view);
  const view = viewOf(active);
  const { data: parts, error, refetch } = view.parts.use();
  const { tab, isMapInFront } = usePaneTab();
  useOpenedView(parts === undefined ? null : active, tab);
  const table = usePublished((published) => published.table);
  const isTableFirst = table === "centre";
  const isLeftOfMap = table === "left";
  const isSmall = shape === "narrow" || shape === "low";
  const isTabbed = shape === "middle" && parts?.isTall === true && !isTableFirst;
  const hasTabs = isSmall || isTabbed;
  // A table needs the whole of a small window: its map waits behind a tab.
  const hasMapTab = isSmall && isTableFirst;
  const inFront = hasMapTab && isMapInFront ? "map" : tab;
  const isRoomUnder = useRoomUnderMap() || inFront === "map";
  const map = (
    <Guard key="map" part="The map" shape="map">
      <MapPanel
        hasRoomUnder={isRoomUnder && isTableFirst}
        isBehind={hasMapTab && inFront !== "map"}
      />
    </Guard>
  );
  const results = (
    <Fragment key="results">
      <div className="split-results">
        <Splitter
          label="Width of the results"
          value={resultsWidth}
          least={LEAST}
          most={MOST}
          direction={isLeftOfMap ? 1 : -1}
          onChange={(width) => changeSettings({ resultsWidth: width })}
        />
      </div>
      <Pane name="results" label="Results" isHidden={hasTabs && inFront !== "results"}>
        <Guard key={view.id} part="This panel">
          {parts && <parts.Results />}
        </Guard>
      </Pane>
    </Fragment>
  );
  return (
    <main
      ref={main}
      className={`workbench ${shape}${isTabbed ? " tabbed" : ""}`}
      data-centre={isTableFirst ? "table" : "map"}
      data-results={isLeftOfMap ? "left" : "right"}
    >
      <h1 className="visually-hidden">Semascope</h1>
      <FilterReferences />
      <div
        className="workbench-grid"
        style={
          {
            "--lens": `${lensWidth}px`,
            "--results": `${resultsWidth}px`,
            "--map-row": `${mapRow}px`,
          } as React.CSSProperties
        }
      >
        <Pane name="lens" label={view.title} isHidden={hasTabs && inFront !== "lens"}>
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
            least={LEAST}
            most={MOST}
            direction={1}
            onChange={(width) => changeSettings({ lensWidth: width })}
          />
        </div>
        {/* The order of Tab is that in which they are seen; moved by key, neither is mounted again. */}
        {(isTableFirst || isLeftOfMap) && !hasTabs ? [results, map] : [map, results]}
        {hasTabs && (
          <PaneTabs
            names={{
              lens: view.title,
              results: "Results",
              ...(hasMapTab ? { map: "Map" } : {}),
            }}
            inFront={inFront}
          />
        )}
      </div>
    </main>
  );
}

/** Another view begins with what goes in, and with the focus where one types; null as long as it is not there. */
function useOpenedView(active: string | null, tab: "lens" | "results"): void {
  const before = useRef(active);
  const isOpening = useRef(false);
  useLayoutEffect(() => {
    if (active === null) return;
    if (before.current !== active) {
      before.current = active;
      isOpening.current = true;
      turnTo("lens");
    }
    // What is behind a tab cannot have the focus yet.
    if (!isOpening.current || tab !== "lens") return;
    isOpening.current = false;
    focusOpenedView();
  }, [active, tab]);
  // Its parts have said by now whether they show a table.
  useEffect(() => {
    if (active !== null && usePublished.getState().table === "centre") turnTo("results");
  }, [active]);
}

interface PaneProps {
  readonly name: "lens" | "results";
  readonly label: string;
  readonly isHidden: boolean;
  readonly children: ReactNode;
}

function Pane({ name, label, isHidden, children }: PaneProps) {
  return (
    <section
      className={`pane pane-${name}`}
      aria-label={label}
      data-panel={name}
      tabIndex={-1}
      hidden={isHidden}
    >
      {children}
    </section>
  );
}

interface PaneTabsProps {
  readonly names: { readonly lens: string; readonly results: string; readonly map?: string };
  readonly inFront: keyof PaneTabsProps["names"];
}

function PaneTabs({ names, inFront }: PaneTabsProps) {
  return (
    <nav className="pane-tabs row gap-1" aria-label="Panels">
      {(["lens", "results", "map"] as const)
        .filter((name) => names[name] !== undefined)
        .map((name) => (
          <button
            className="press grow muted"
            key={name}
            type="button"
            aria-pressed={inFront === name}
            onClick={() => showPaneTab(name)}
          >
            {names[name]}
          </button>
        ))}
    </nav>
  );
}

/**
 * Under 1100 px results go below the lens, or behind a tab beside it where both are long; under 760 px the panels become tabs:
 * under the map, or beside it where the window is low, as at 200% zoom. A table has all of such a window, the map is a tab, too.
 */
function useShape(): Shape {
  return useOnResize(() => shapeOf(window.innerWidth, window.innerHeight));
}

function useOnResize<T extends Shape | boolean>(read: () => T): T {
  return useSyncExternalStore(listenToSize, read);
}

function listenToSize(listener: () => void): () => void {
  window.addEventListener("resize", listener);
  return () => window.removeEventListener("resize", listener);
}

/** CSS pixels that are worth having under a map that is as large as its column is wide. */
const WORTH_HAVING = 200;

/** Beside a table the column is 31% of the window, with a head and the status bar above and below. */
function hasRoomUnderMap(width: number, height: number): boolean {
  const column = Math.min(620, Math.max(340, 0.31 * width));
  return shapeOf(width, height) === "wide" && height - 76 - column >= WORTH_HAVING;
}

const useRoomUnderMap = (): boolean =>
  useOnResize(() => hasRoomUnderMap(window.innerWidth, window.innerHeight));

function shapeOf(width: number, height: number): Shape {
  if (width < 760) return height < LOW && width > height ? "low" : "narrow";
  return width < 1100 ? "middle" : "wide";
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
  readonly least: number;
  readonly most: number;
  readonly onChange: (value: number) => void;
  /** 1 when moving right or down makes the pane larger, -1 when smaller. */
  readonly direction: 1 | -1;
  readonly axis?: "x" | "y";
}

const KEY_STEP = 16;

/** The hairline between two panes: drag it, or use the arrow keys; a double click brings the usual size back. */
function Splitter({ label, value, least, most, onChange, direction, axis = "x" }: SplitterProps) {
  const start = useRef<{ at: number; value: number } | null>(null);
  const set = (next: number) => onChange(Math.round(Math.min(most, Math.max(least, next))));
  const place = (event: PointerEvent) => (axis === "x" ? event.clientX : event.clientY);
  const press = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (step) set(value + step * direction * KEY_STEP);
    else if (event.key === "Home") set(least);
    else if (event.key === "End") set(most);
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a focusable separator is a widget, hr is not
    <div
      className={`splitter ${axis}`}
      role="separator"
      aria-label={label}
      aria-orientation={axis === "x" ? "vertical" : "horizontal"}
      aria-valuenow={value}
      aria-valuemin={least}
      aria-valuemax={most}
      tabIndex={0}
      onKeyDown={press}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { at: place(event), value };
      }}
      onPointerMove={(event) => {
        if (start.current) set(start.current.value + (place(event) - start.current.at) * direction);
      }}
      onPointerUp={() => {
        start.current = null;
      }}
    />
  );
}

/** CSS pixels that the map's panel takes round the map: head and legend above and below, tools and edge beside. */
const ABOVE_AND_BELOW = 97;

const BESIDE = 52;

/** Share of the height that the map's row has. */
const SHARE = 0.54;

/** CSS pixels; a smaller map is none. */
const LEAST_MAP = 128;

interface Room {
  readonly width: number;
  readonly height: number;
}

/** How high the row of the map is where panels lie below it: no higher than the map that fits, whose width may be what limits it. */
export function mapRowHeight({ width, height }: Room): number {
  const side = Math.floor(Math.min(width - BESIDE, SHARE * height - ABOVE_AND_BELOW));
  return Math.max(LEAST_MAP, side) + ABOVE_AND_BELOW;
}

/** The same for an element, measured again when it changes. */
function useMapRow(element: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return;
    const measure = () => setHeight(mapRowHeight(measured.getBoundingClientRect()));
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    measure();
    return () => observer.disconnect();
  }, [element]);
  return height;
}
