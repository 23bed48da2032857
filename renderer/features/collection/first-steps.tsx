import { useQuery } from "@tanstack/react-query";
import { FileUp, FolderUp, Landmark, Languages } from "lucide-react";
import { useState } from "react";
import { type CollectionInfo, collectionsQuery } from "../../api/collection-queries.ts";
import { retinaCardsQuery } from "../../api/map-queries.ts";
import { Button } from "../../components/controls/button.tsx";
import { formatCount, plural } from "../../model/format.ts";
import { runAction } from "../../state/actions.ts";
import { openCollection } from "../../state/collection/collection-look.ts";
import { openWith } from "../../state/open-with.ts";
import { chooseRetina } from "../../state/retina.ts";
import { offerFiles, RIGHTS, SPEECHES } from "./collection-import.ts";
import { WhereTextsGo } from "./connection-box.tsx";
import { pastedFile } from "./model/file-names.ts";
import type { OpenCollection } from "./use-collection.ts";

/** Collections that are shown by name; the list above the search has all of them. */
const MOST_KNOWN = 6;

/** Before a collection is open: those that there are, what a collection is good for, and the two ways to a new one. */
export function FirstSteps() {
  const { data } = useQuery(collectionsQuery());
  const known = data?.collections ?? [];
  return (
    <div className="collection-first stack gap-4 at-start at-top">
      {known.length > 0 && <KnownCollections collections={known} />}
      <h2>Put your own texts on the map</h2>
      <p className="prose">
        A collection is a table of texts: interviews, complaints, articles. Each text gets a
        fingerprint, and the map shows their topics, changes over time and differences between
        groups. <WhereTextsGo />
      </p>
      <div
        className="collection-first-ways row gap-3 wrap"
        data-first={known.length === 0 || undefined}
      >
        <Button
          tone={known.length === 0 ? "primary" : "plain"}
          onPress={() => runAction("collection.open-sample")}
        >
          <Landmark size={16} aria-hidden="true" /> Open the sample
        </Button>
        <Button onPress={() => runAction("collection.open-rights")}>
          <Languages size={16} aria-hidden="true" /> Human rights in 15 languages
        </Button>
        <Button onPress={() => runAction("collection.choose-file")}>
          <FileUp size={16} aria-hidden="true" /> Choose a file…
        </Button>
        <Button onPress={() => runAction("collection.choose-folder")}>
          <FolderUp size={16} aria-hidden="true" /> Choose a folder…
        </Button>
      </div>
      <p className="muted">
        The sample is {SPEECHES.about}; the other is {RIGHTS.about}. Or drop a file anywhere on the
        window: CSV, Excel, JSON, Parquet, Word, PDF, e-mail or text. A folder or .zip of documents
        gives one row per document.
      </p>
      <PasteBox />
    </div>
  );
}

/** A few texts that are at hand: a line each. */
function PasteBox() {
  const [typed, setTyped] = useState("");
  const lines = typed.split(/\r?\n/).filter((line) => line.trim() !== "");
  return (
    <div className="collection-paste stack at-start">
      <textarea
        className="across"
        aria-label="Texts, one per line"
        placeholder="…or paste texts, one per line"
        rows={3}
        dir="auto"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Button
        size="small"
        isDisabled={lines.length === 0}
        onPress={() => void offerFiles([pastedFile(lines)])}
      >
        Preview
      </Button>
    </div>
  );
}

function KnownCollections({ collections }: { readonly collections: readonly CollectionInfo[] }) {
  const newest = collections.toSorted((a, b) => b.created.localeCompare(a.created));
  return (
    <>
      <h2>Open a collection</h2>
      <div className="collection-first-ways row gap-3 wrap" data-first>
        {newest.slice(0, MOST_KNOWN).map(({ name, rows }) => (
          <Button key={name} onPress={() => openCollection(name)}>
            {name} <span className="muted">{plural(rows, "row")}</span>
          </Button>
        ))}
      </div>
    </>
  );
}

/** Cells of one retina mean nothing on the map of another: what can be done depends on whether its own is still there. */
export function OtherRetina({ open: { info } }: { readonly open: OpenCollection }) {
  const { data: cards } = useQuery(retinaCardsQuery());
  if (!cards) return null;
  const { name, checksum } = info.retina;
  const ready = cards.find((card) => card.state === "ready" && card.name === name);
  const isThere = ready?.state === "ready" && ready.checksum === checksum;
  const rows = `${formatCount(info.rows)} rows`;
  return (
    <div className="collection-first stack gap-4 at-start at-top">
      <h2>
        “{info.name}” was imported on the map {name}
      </h2>
      {isThere ? (
        <p className="prose">
          The current map is another one, on which the fingerprints of these {rows} mean nothing.
          Switch to {name}, or import the file again on the current map.
        </p>
      ) : (
        <p className="prose">
          {ready
            ? `The map of that name was replaced by another one (the collection needs checksum ${checksum.slice(0, 8)}).`
            : "That map is no longer installed."}{" "}
          The {rows} with their labels are kept, but their fingerprints cannot be shown. Install it
          again, or import the file again under another name.
        </p>
      )}
      <div className="collection-first-ways row gap-3 wrap">
        {isThere ? (
          <Button tone="primary" onPress={() => chooseRetina(name)}>
            Switch to {name}
          </Button>
        ) : (
          <>
            <Button tone="primary" onPress={() => openWith("maps")}>
              Install a map
            </Button>
            <Button onPress={() => runAction("collection.choose-file")}>
              Import the file again
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
