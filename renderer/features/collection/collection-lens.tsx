import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { collectionsQuery } from "../../api/collection-queries.ts";
import { Failure, Loading } from "../../components/controls/states.tsx";
import { NOTHING } from "../../model/map-content.ts";
import { keepRowsOf } from "../../state/collection/row-desk.ts";
import { useShowOnMap } from "../../state/map-content.ts";
import { CollectionPicker } from "./collection-picker.tsx";
import { Facets } from "./facets.tsx";
import { HeatChoice } from "./heat-choice.tsx";
import { SearchBox } from "./search-box.tsx";
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
    <div className="lens collection-lens">
      <h2>Collection</h2>
      {list.isError && (
        <Failure
          error={list.error}
          doing="Listing the collections"
          onRetry={() => void list.refetch()}
        />
      )}
      {list.isPending && <Loading label="Listing the collections" />}
      {list.data && <CollectionPicker collections={list.data.collections} />}
      {open ? <OpenLens key={open.info.name} open={open} /> : <NothingOnMap />}
    </div>
  );
}

function OpenLens({ open }: { readonly open: OpenCollection }) {
  useShowOnMap(useCollectionOnMap(open));
  useRegionOffer();
  const { name } = open.info;
  const { restrictions } = open.look;
  // A card of a row that was open says nothing of what is shown since.
  useEffect(() => keepRowsOf(name, restrictions), [name, restrictions]);
  return (
    <>
      <SearchBox open={open} />
      {open.look.lens !== "points" && <HeatChoice look={open.look} />}
      <Facets open={open} />
    </>
  );
}

function NothingOnMap() {
  useShowOnMap(NO_COLLECTION);
  return null;
}

const NO_COLLECTION = { ...NOTHING, emptyText: "" };
