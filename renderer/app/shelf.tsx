import { Blend, Ellipsis, Layers, X } from "lucide-react";
import {
  type DragEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import { IconButton } from "../components/controls/button.tsx";
import { ActionMenu, type MenuEntry, MenuTrigger } from "../components/controls/menu.tsx";
import { Rename } from "../components/controls/rename.tsx";
import { copyText } from "../components/files/download.ts";
import { HatchSign, Thumbnail } from "../components/fingerprint-grid/thumbnail.tsx";
import {
  carriesFingerprint,
  putFingerprint,
  takeFingerprint,
} from "../components/sharing/drag-payload.ts";
import { compareItems } from "../features/compare/comparison-store.ts";
import { itemOfFingerprint } from "../features/compare/model/comparison.ts";
import { restrictSubject } from "../features/explore/edit-subject.ts";
import type { Fingerprint } from "../model/fingerprint.ts";
import { formatCount } from "../model/format.ts";
import { hueOf, letterOf } from "../model/map/layers.ts";
import { undoableToast } from "../state/edits.ts";
import { lights } from "../state/hover.ts";
import { useMapTools } from "../state/map-tools.ts";
import { openWith } from "../state/open-with.ts";
import { movePin, pin, pins, renamePin, unpin } from "../state/pins.ts";
import { subject } from "../state/subject.ts";
import { toast } from "../state/toasts.ts";

/** Pinned fingerprints along the lower edge, from the first on: open, drag to any slot, reorder, rename, remove. */
export function Shelf() {
  const pinned = pins.use();
  const [isOver, setOver] = useState(false);
  if (pinned.length === 0) return null;
  const drop = (event: DragEvent, index: number) => {
    setOver(false);
    const dropped = takeFingerprint(event.dataTransfer);
    if (!dropped) return;
    event.preventDefault();
    event.stopPropagation();
    if (pinned.some(({ id }) => id === dropped.id)) movePin(dropped.id, index);
    else pin(dropped);
  };
  return (
    <section
      className="shelf row gap-3"
      aria-label="Shelf of pinned fingerprints"
      data-panel="shelf"
      data-over={isOver || undefined}
      tabIndex={-1}
      onDragOver={(event) => {
        if (!carriesFingerprint(event.dataTransfer)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => drop(event, pinned.length)}
    >
      {pinned.length > 1 ? (
        <IconButton
          icon={Blend}
          label="Compare the pins"
          onPress={() => {
            openWith("compare");
            compareItems(pinned.map(itemOfFingerprint), "Compare the pins");
          }}
        />
      ) : (
        <Layers size={16} aria-hidden="true" className="fixed muted" />
      )}
      <ul className="shelf-list row">
        {pinned.map((each, index) => (
          <ShelfPin key={each.id} pinned={each} index={index} count={pinned.length} onDrop={drop} />
        ))}
      </ul>
    </section>
  );
}

/** As many as most windows show are drawn at once, without waiting to see which come into view. */
const DRAWN_AT_FIRST = 12;

const THUMBNAIL = 36;

interface ShelfPinProps {
  readonly pinned: Fingerprint;
  readonly index: number;
  readonly count: number;
  readonly onDrop: (event: DragEvent, index: number) => void;
}

/** One pin: a press shows it, F2 renames, Alt and arrows move, Delete takes it away with a way back. */
function ShelfPin({ pinned, index, count, onDrop }: ShelfPinProps) {
  const [isRenaming, setRenaming] = useState(false);
  // The last is where Shift and Tab come in from behind.
  const { ref, isNear, come } = useNearView(index < DRAWN_AT_FIRST || index === count - 1);
  const { id, label, positions } = pinned;
  const remove = () => {
    unpin(id);
    undoableToast(`Removed pin ${label}`);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Delete") remove();
    else if (event.key === "F2") setRenaming(true);
    else if (event.altKey && event.key === "ArrowLeft") movePin(id, Math.max(0, index - 1));
    else if (event.altKey && event.key === "ArrowRight") movePin(id, index + 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <li
      ref={ref}
      className="pin row gap-0 fixed"
      onFocus={come}
      draggable={!isRenaming}
      onDragStart={(event) => putFingerprint(event.dataTransfer, pinned)}
      onDrop={(event) => onDrop(event, index)}
      {...lights(() => ({ name: id, positions }))}
    >
      {isRenaming ? (
        <Rename
          label="Name of the pin"
          name={label}
          onCancel={() => setRenaming(false)}
          onName={(name) => {
            setRenaming(false);
            if (name !== "") renamePin(id, name);
          }}
        />
      ) : (
        <button
          type="button"
          className="pin-face plain row"
          title="Show on the map · F2 renames · Alt+arrows move · Delete removes"
          onKeyDown={press}
          onDoubleClick={() => setRenaming(true)}
          onClick={() => openWith("explore", [pinned.source])}
        >
          {isNear ? (
            <Thumbnail positions={positions} colour={hueOf(index)} size={THUMBNAIL} />
          ) : (
            <span className="thumbnail" style={{ width: THUMBNAIL, height: THUMBNAIL }} />
          )}
          <span className="pin-text stack gap-0 fine">
            <span className="clip strong" dir="auto">
              {letterOf(index) && (
                <>
                  <span
                    className="pin-letter letter"
                    style={{ background: `var(--${hueOf(index)})` }}
                  >
                    {letterOf(index)}
                  </span>
                  <HatchSign index={index} />
                </>
              )}
              {label}
            </span>
            <span className="muted figures">{formatCount(positions.length)} cells</span>
          </span>
        </button>
      )}
      <div className="pin-actions">
        {isNear && (
          <>
            <PinMenu
              pinned={pinned}
              index={index}
              count={count}
              onRename={() => setRenaming(true)}
            />
            <IconButton icon={X} label={`Remove pin ${label}`} isSmall onPress={remove} />
          </>
        )}
      </div>
    </li>
  );
}

interface NearView {
  readonly ref: RefObject<HTMLLIElement | null>;
  readonly isNear: boolean;
  /** Says so at once, as for a pin that the keyboard reaches before it has scrolled into view. */
  readonly come: () => void;
}

/** More than the width of a window to both sides, so that scrolling and Tab find what is there drawn. */
const MARGIN = "0px 1600px";

/** Whether an item has come near what shows of its scrolling list, or is to be drawn in any case. Once near it stays so. */
function useNearView(isAlwaysNear: boolean): NearView {
  const ref = useRef<HTMLLIElement>(null);
  const [hasCome, setCome] = useState(typeof IntersectionObserver === "undefined");
  const isNear = hasCome || isAlwaysNear;
  useEffect(() => {
    const element = ref.current;
    if (isNear || element === null) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setCome(true),
      { root: element.parentElement, rootMargin: MARGIN },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isNear]);
  return { ref, isNear, come: () => setCome(true) };
}

interface PinMenuProps {
  readonly pinned: Fingerprint;
  readonly index: number;
  readonly count: number;
  readonly onRename: () => void;
}

/** Everything that can be done with a pin, for those who do not drag. */
function PinMenu({ pinned, index, count, onRename }: PinMenuProps) {
  const { id, label } = pinned;
  const place: MenuEntry[] = [
    { id: "rename", label: "Rename", keys: "F2", run: onRename },
    {
      id: "left",
      label: "Move left",
      keys: "Alt+ArrowLeft",
      disabledBecause: index === 0 ? "It is the first" : null,
      run: () => movePin(id, index - 1),
    },
    {
      id: "right",
      label: "Move right",
      keys: "Alt+ArrowRight",
      disabledBecause: index === count - 1 ? "It is the last" : null,
      run: () => movePin(id, index + 1),
    },
  ];
  return (
    <MenuTrigger>
      <IconButton icon={Ellipsis} isSmall label={`More for pin ${label}`} />
      <ActionMenu
        label={`Pin ${label}`}
        groups={[
          { title: "Use in", entries: useUses(pinned) },
          { title: "On the map", entries: mapEntries(pinned) },
          { title: "On the shelf", entries: place },
        ]}
      />
    </MenuTrigger>
  );
}

/** The views that take it, and what each makes of it. */
function useUses({ source, positions, label, retina }: Fingerprint): MenuEntry[] {
  const isEmpty = subject.use().line.trim() === "";
  const change = (operator: "and" | "or" | "sub") => () => {
    openWith("explore");
    restrictSubject({ operator, positions, name: label, retina: retina.name });
  };
  const changes: MenuEntry[] = [
    { id: "or", label: "Explore: add its cells", run: change("or") },
    { id: "and", label: "Explore: keep only its cells", run: change("and") },
    { id: "sub", label: "Explore: subtract its cells", run: change("sub") },
  ];
  return [
    { id: "explore", label: "Explore: show it", run: () => openWith("explore", [source]) },
    ...(isEmpty ? [] : changes),
    {
      id: "compare",
      label: "Compare: as a side",
      run: () => openWith("compare", [source], [label]),
    },
    ...("text" in source
      ? [
          {
            id: "filters",
            label: "Filters: as an example",
            run: () => openWith("filters", [source]),
          },
        ]
      : []),
  ];
}

function mapEntries({ positions, source }: Fingerprint): MenuEntry[] {
  const copy = (what: string, text: string) => async () =>
    toast((await copyText(text)) ? `Copied ${what}` : "The system did not allow copying.");
  return [
    {
      id: "zoom",
      label: "Zoom to its cells",
      run: () => useMapTools.getState().controls?.zoomToCells(positions),
    },
    {
      id: "positions",
      label: "Copy its positions",
      run: () => void copy("the positions", JSON.stringify(positions))(),
    },
    {
      id: "json",
      label: "Copy its expression as JSON",
      run: () => void copy("the expression", JSON.stringify(source))(),
    },
  ];
}
