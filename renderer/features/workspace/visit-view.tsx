import { group } from "d3";
import { FolderOpen } from "lucide-react";
import { useMemo } from "react";
import type { ViewDefinition } from "../../app/view.ts";
import { Empty } from "../../components/controls/states.tsx";
import { Thumbnail } from "../../components/fingerprint-grid/thumbnail.tsx";
import { plural } from "../../model/format.ts";
import { type MapContent, NOTHING } from "../../model/map-content.ts";
import type { Visit } from "../../model/visit.ts";
import { type Item, itemsOf } from "../../model/workspace-items.ts";
import { usePublish } from "../../state/publish.ts";
import { useVisit, VISIT_VIEW } from "../../state/visit.ts";
import { useLookedAt } from "../../state/visited-item.ts";
import { ItemDetail } from "./item-detail.tsx";
import "./workspace.css";

/** Looks into a workspace file whose retina is not installed; nothing can be changed there. */
export const visitView: ViewDefinition = {
  id: VISIT_VIEW,
  title: "Workspace file",
  icon: FolderOpen,
  key: "",
  purpose: "look into a workspace whose retina is not installed",
  Lens: VisitLens,
  Results: VisitResults,
};

function useItems() {
  const { now } = useVisit();
  const { id, choose } = useLookedAt();
  const items = useMemo(() => (now ? itemsOf(now) : []), [now]);
  const item = items.find((each) => each.id === id) ?? items[0];
  return { now, items, item, choose };
}

function VisitLens() {
  const { now, items, item, choose } = useItems();
  usePublish({ map: useMemo(() => contentOf(now, item), [now, item]) });
  const groups = group(items, (each) => each.group);
  return (
    <div className="lens visit">
      <h2>Read-only</h2>
      <p className="muted">{now?.name}</p>
      {items.length === 0 && <Empty>This workspace is empty.</Empty>}
      {[...groups].map(([title, members]) => (
        <section key={title} aria-label={title}>
          <h3>{title}</h3>
          <ul className="visit-items">
            {members.map((each) => (
              <li key={each.id}>
                <button
                  type="button"
                  className="visit-item"
                  aria-pressed={each === item}
                  onClick={() => choose(each.id)}
                >
                  <Thumbnail positions={each.positions ?? NO_CELLS} />
                  <span dir="auto">{each.label}</span>
                  <span className="muted figures nowrap">{factOf(each)}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

const NO_CELLS: readonly number[] = [];

const factOf = ({ positions, filter }: Item): string =>
  filter
    ? plural(filter.examples.length, "text")
    : positions
      ? plural(positions.length, "cell")
      : "";

function VisitResults() {
  const { now, item } = useItems();
  return (
    <div className="results visit">
      <h2>What it holds</h2>
      {item && now ? (
        <ItemDetail item={item} retina={now.retina.name} />
      ) : (
        <Empty>What you choose on the left appears here.</Empty>
      )}
    </div>
  );
}

/** The cells are those of the retina that is missing, so the map bears its names and nothing else is asked. */
function contentOf(now: Visit | null, item: Item | undefined): MapContent {
  if (!now || !item) return NOTHING;
  const { label, positions } = item;
  return {
    title: label,
    layers: positions ? [{ id: item.id, label, positions, colour: "first" }] : [],
    fingerprint: null,
    emptyText: `The file has no cells for this; they need ${now.retina.name}`,
    foreign: {
      retina: now.retina.name,
      regions: now.along?.places ?? [],
      anchors: NO_NAMES,
    },
  };
}

const NO_NAMES: readonly string[] = [];
