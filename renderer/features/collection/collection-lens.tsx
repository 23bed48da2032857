import { useQuery } from "@tanstack/react-query";
import { Ellipsis, FileUp } from "lucide-react";
import { memo, useDeferredValue, useEffect, useRef, useState } from "react";
import {
  type CollectionInfo,
  collectionsQuery,
  refreshCollection,
  refreshGrowing,
  type UnavailableCollection,
} from "../../api/collection-queries.ts";
import { isUnderWay } from "../../api/follow-task.ts";
import { Button, IconButton } from "../../components/controls/button.tsx";
import { Choice } from "../../components/controls/choice.tsx";
import { ActionMenu, MenuTrigger } from "../../components/controls/menu.tsx";
import { Answer } from "../../components/controls/states.tsx";
import type { Look } from "../../model/collection/look.ts";
import { formatCount, plural } from "../../model/format.ts";
import { NOTHING } from "../../model/map-content.ts";
import { runAction, useRegisterActions } from "../../state/actions.ts";
import { clearBrush } from "../../state/brush.ts";
import {
  changeLook,
  openCollection,
  restrict,
  useOpenCollection,
} from "../../state/collection/collection-look.ts";
import { usePublish } from "../../state/publish.ts";
import { announce } from "../../state/toasts.ts";
import { asOneStep } from "../../state/workspace.ts";
import { settleImport } from "./collection-import.ts";
import { ConnectionBox, KeptIn } from "./connection-box.tsx";
import { Facets } from "./facets.tsx";
import { inRegion } from "./model/named-columns.ts";
import { RemoveBox } from "./remove-box.tsx";
import { keepRowsOf } from "./row-desk.ts";
import { SearchBox } from "./search-box.tsx";
import { type OpenCollection, useCollection, useOwnImport } from "./use-collection.ts";
import { COUNTED, useCollectionOnMap } from "./use-collection-on-map.ts";
import "./collection.css";

interface HeatChoiceProps {
  readonly heat: Look["heat"];
  /** No row is left out. */
  readonly isWhole: boolean;
}

const HeatChoice = memo(function HeatChoice({ heat, isWhole }: HeatChoiceProps) {
  return (
    <div className="heat-choice">
      <Choice
        label="Colours of the map"
        isBare
        options={COUNTED}
        value={heat}
        onChange={(next) => changeLook(`Map: ${COUNTED[next].toLowerCase()}`, { heat: next })}
      />
      <p className="muted">{explanation(heat, isWhole)}</p>
    </div>
  );
});

function explanation(heat: Look["heat"], isWhole: boolean): string {
  if (heat === "count") return "Darker cells are set in more rows.";
  return `Where these rows are over-represented compared with ${isWhole ? "texts on any subject" : "the rest"}.`;
}

/** As many rows more, in parts of those that are there, have to come in before everything is asked again. */
const STEP = 0.5;

/** Shows rows as they come in, the first of them at once, and everything once the import has ended. */
function useFollowImport(): void {
  const own = useOwnImport();
  // By job: a collection may be removed, or kept elsewhere, and be made again under its name.
  const seen = useRef({ job: "", rows: 0, isOver: false });
  useEffect(() => {
    if (own === null) return;
    const { title: name, id: job, counted: rows = 0, state } = own;
    const before = seen.current.job === job ? seen.current : { job, rows: 0, isOver: false };
    const isStep = rows > before.rows && rows >= (1 + STEP) * before.rows;
    const isOver = !isUnderWay(own);
    const hasEnded = isOver && !before.isOver;
    if (!isStep && !hasEnded) return;
    seen.current = { job, rows, isOver };
    if (state === "done") settleImport(name);
    if (hasEnded && state === "done") announce(`Imported ${plural(rows, "row")} of ${name}`);
    void (hasEnded ? refreshCollection(name) : refreshGrowing(name));
  }, [own]);
}

/** Cells chosen on the map become a chip: only rows that are about them. */
const useRegionOffer = (): void => usePublish({ brushUses: offer });

const offer = (chosen: readonly number[]) => [
  {
    id: "restrict",
    label: "Show only rows here",
    disabledBecause: null,
    run: (place: string) =>
      asOneStep(() => {
        clearBrush();
        restrict(inRegion(chosen, place === "" ? `${chosen.length} cells` : place));
      }),
  },
];

/** Which collection, what is looked for in it, and its columns. */
export function CollectionLens() {
  const list = useQuery(collectionsQuery());
  const open = useCollection();
  useFollowImport();
  return (
    <div className="lens">
      <h2>Collections</h2>
      <Answer query={list} doing="Listing the collections" waiting="Listing the collections" />
      {list.data && <CollectionPicker collections={list.data.collections} />}
      {list.data && (
        <UnavailableList collections={list.data.unavailable} onRetry={() => void list.refetch()} />
      )}
      <KeptIn />
      {open ? <OpenLens key={open.info.name} open={open} /> : <NothingOnMap />}
    </div>
  );
}

function OpenLens({ open }: { readonly open: OpenCollection }) {
  useRegionOffer();
  const { info, look } = open;
  const { name } = info;
  const { restrictions } = look;
  // The figures of the columns come after the map anyway: what is under the hand does not wait for them.
  const later = useDeferredValue(open);
  // A card of a row that was open says nothing of what is shown since.
  useEffect(() => keepRowsOf(name, restrictions), [name, restrictions]);
  return (
    <>
      <OnMap open={open} />
      <SearchBox
        info={info}
        like={restrictions.find(({ kind }) => kind === "like")}
        words={restrictions.find(({ kind }) => kind === "words")}
      />
      {look.lens !== "points" && (
        <HeatChoice heat={look.heat} isWhole={restrictions.length === 0} />
      )}
      <Facets open={later} />
    </>
  );
}

/** A component of its own: the map changes with every step of a brush, and nothing else needs to. */
function OnMap({ open }: { readonly open: OpenCollection }) {
  usePublish({ map: useCollectionOnMap(open) });
  return null;
}

function NothingOnMap() {
  usePublish({ map: NO_COLLECTION });
  return null;
}

const NO_COLLECTION = { ...NOTHING, emptyText: "" };

interface UnavailableListProps {
  readonly collections: readonly UnavailableCollection[];
  readonly onRetry: () => void;
}

/** Collections that cannot be opened now: which, why, and what can be done. */
export function UnavailableList({ collections, onRetry }: UnavailableListProps) {
  const [removing, setRemoving] = useState<string | null>(null);
  if (collections.length === 0) return null;
  return (
    <ul className="stack" aria-label="Collections that cannot be opened">
      {collections.map(({ name, state, reason }) => (
        <li key={name}>
          <p className="row gap-1 wrap">
            <strong>{name}</strong>
            {state === "damaged" && " is damaged"}
            {state === "in-use" && " is in use"}
            {state === "unavailable" && " cannot be opened"}
          </p>
          <p className="muted row gap-1 wrap">{reason}</p>
          <p className="row gap-1 wrap">
            <Button size="small" onPress={onRetry}>
              Try again
            </Button>
            {state === "damaged" && (
              <Button size="small" tone="danger" onPress={() => setRemoving(name)}>
                Remove…
              </Button>
            )}
          </p>
        </li>
      ))}
      {removing !== null && (
        <RemoveBox name={removing} what="it" onClose={() => setRemoving(null)}>
          <p className="row gap-1 wrap">
            This deletes everything left of it, labels included, and cannot be undone. The imported
            file stays where it is. If you have a copy of the collection's files, restore that
            instead.
          </p>
        </RemoveBox>
      )}
    </ul>
  );
}

interface PickerProps {
  readonly collections: readonly CollectionInfo[];
}

/** The collections by name, and what can be done with the open one. */
const CollectionPicker = memo(function CollectionPicker({ collections }: PickerProps) {
  const name = useOpenCollection();
  const open = collections.find((each) => each.name === name);
  const [isConnecting, setConnecting] = useState(false);
  const [removing, setRemoving] = useState<CollectionInfo | null>(null);
  useRegisterActions([
    {
      id: "collection.remove",
      title: "Remove the collection…",
      group: "Collection",
      disabledBecause: open ? null : "No collection is open",
      run: () => setRemoving(open ?? null),
    },
    {
      id: "collection.connection",
      title: "Choose where collections are stored: this machine or a cluster…",
      group: "Collection",
      run: () => setConnecting(true),
    },
  ]);
  return (
    <div className="row gap-1">
      <select
        className="grow strong"
        aria-label="Open collection"
        value={open?.name ?? ""}
        disabled={collections.length === 0}
        onChange={({ currentTarget }) => openCollection(currentTarget.value)}
      >
        <option value="">{collections.length === 0 ? "No collection yet" : "Choose one…"}</option>
        {collections.map((each) => (
          <option key={each.name} value={each.name}>
            {each.name} ({formatCount(each.rows)})
          </option>
        ))}
      </select>
      <IconButton
        icon={FileUp}
        label="Import a file as a collection…"
        onPress={() => runAction("collection.choose-file")}
      />
      <MenuTrigger>
        <IconButton icon={Ellipsis} label="More about collections" />
        <ActionMenu
          label="Collections"
          groups={[
            {
              entries: [
                {
                  id: "sample",
                  label: "Open the sample",
                  run: () => runAction("collection.open-sample"),
                },
                {
                  id: "rights",
                  label: "Open human rights in 15 languages",
                  run: () => runAction("collection.open-rights"),
                },
              ],
            },
            {
              entries: [
                {
                  id: "connection",
                  label: "Where collections are stored…",
                  run: () => setConnecting(true),
                },
                {
                  id: "remove",
                  label: "Remove the collection…",
                  disabledBecause: open ? null : "No collection is open",
                  run: () => setRemoving(open ?? null),
                },
              ],
            },
          ]}
        />
      </MenuTrigger>
      {isConnecting && <ConnectionBox onClose={() => setConnecting(false)} />}
      {removing && (
        <RemoveBox
          name={removing.name}
          what={plural(removing.rows, "row")}
          onClose={() => setRemoving(null)}
        >
          <Lost info={removing} />
        </RemoveBox>
      )}
    </div>
  );
});

/** What is lost with it. */
function Lost({ info }: { readonly info: CollectionInfo }) {
  const labels = info.labels.reduce((sum, { belongs, not }) => sum + belongs + not, 0);
  return (
    <p>
      {plural(info.rows, "row")}
      {labels > 0 && ` with ${plural(labels, "label")}`}
      {info.scores.length > 0 && ` and ${plural(info.scores.length, "column")} of scores`} will be
      deleted. This cannot be undone; the file that you imported stays where it is.
    </p>
  );
}
