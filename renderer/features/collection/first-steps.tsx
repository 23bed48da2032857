import { FileUp, Landmark } from "lucide-react";
import { Button } from "../../components/controls/button.tsx";
import { runAction } from "../../state/actions.ts";
import { WhereTextsGo } from "./kept-in.tsx";

/** What a newcomer reads: what a collection is good for, and the two ways to one. */
export function FirstSteps() {
  return (
    <div className="collection-first">
      <h2>Put your own texts on the map</h2>
      <p className="prose">
        A collection is a table of texts: interviews, complaints, articles. Each text gets a
        fingerprint, and the map shows where they lie, what changed over time, and how two groups
        differ. <WhereTextsGo />
      </p>
      <div className="collection-first-ways" data-first>
        <Button tone="primary" onPress={() => runAction("collection.open-sample")}>
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
    </div>
  );
}
