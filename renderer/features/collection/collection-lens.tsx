import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useEffect } from "react";
import { collectionsQuery } from "../../api/collection-queries.ts";
import { Failure, Loading } from "../../components/controls/states.tsx";
import { NOTHING } from "../../model/map-content.ts";
import { usePublish } from "../../state/publish.ts";
import { CollectionPicker } from "./collection-picker.tsx";
import { Facets } from "./facets.tsx";
import { HeatChoice } from "./heat-choice.tsx";
import { KeptIn } from "./kept-in.tsx";
import { keepRowsOf } from "./row-desk.ts";
import { SearchBox } from "./search-box.tsx";
import { UnavailableList } from "./unavailable-list.tsx";
import { type OpenCollection, useCollection } from "./use-collection.ts";
import { useCollectionOnMap } from "./use-collection-on-map.ts";
import { useFollowImport } from "./use-follow-import.ts";
import { useRegionOffer } from "./use-region-offer.ts";
import "./collection.css";

/** Which collection, what is looked for in it, and its columns. */
export function CollectionLens() {
  const list = useQuery(collectionsQuery());
  const open = useCollection();
  useFollowImport();
  return (
    <div className="lens">
      <h2>Collections</h2>
      {list.isError && (
        <Failure
          error={list.error}
          doing="Listing the collections"
          onRetry={() => void list.refetch()}
        />
      )}
      {list.isPending && <Loading label="Listing the collections" />}
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
