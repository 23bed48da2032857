import { useQuery } from "@tanstack/react-query";
import { FileUp, Landmark } from "lucide-react";
import { useState } from "react";
import { type CollectionInfo, collectionsQuery } from "../../api/collection-queries.ts";
import { Button } from "../../components/controls/button.tsx";
import { plural } from "../../model/format.ts";
import { runAction } from "../../state/actions.ts";
import { openCollection } from "../../state/collection/collection-look.ts";
import { offerFiles } from "./collection-import.ts";
import { WhereTextsGo } from "./kept-in.tsx";
import { pastedFile } from "./model/file-names.ts";

/** Collections that are shown by name; the list above the search has all of them. */
const MOST_KNOWN = 6;

/** Before a collection is open: those that there are, what a collection is good for, and the two ways to a new one. */
export function FirstSteps() {
  const { data, isPending } = useQuery(collectionsQuery());
  if (isPending) return null;
  const known = data?.collections ?? [];
  return (
    <div className="collection-first stack gap-4 at-start at-top">
      {known.length > 0 && <KnownCollections collections={known} />}
      <h2>Put your own texts on the map</h2>
      <p className="prose">
        A collection is a table of texts: interviews, complaints, articles. Each text gets a
        fingerprint, and the map shows where they lie, what changed over time, and how two groups
        differ. <WhereTextsGo />
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
        <Button onPress={() => runAction("collection.choose-file")}>
          <FileUp size={16} aria-hidden="true" /> Choose a file…
        </Button>
      </div>
      <p className="muted">
        The sample is every State of the Union address from 1790 to 2019, paragraph by paragraph. Or
        drop a file anywhere on the window: CSV, TSV, JSON, JSONL, Parquet, .txt or .md, also
        compressed as .gz.
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
        Look at these lines
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
