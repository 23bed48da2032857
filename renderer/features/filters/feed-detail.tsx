import { useEffect, useRef } from "react";
import { Button } from "../../components/controls/button.tsx";
import { Keys } from "../../components/controls/keys.tsx";
import { type Candidate, keyOf } from "../../model/filters/feed-lanes.ts";
import { type Filter, LONGEST_EXAMPLE } from "../../model/filters/filter-model.ts";
import type { ReadyFilter } from "../../model/filters/ready-filter.ts";
import { formatCount, formatScore } from "../../model/format.ts";
import { DecisionWhy } from "./decision-why.tsx";
import { type FeedKeyId, useFeedKeyNames } from "./feed-keys.ts";
import type { useDecisions } from "./use-decisions.ts";

interface FeedDetailProps {
  readonly filter: Filter;
  readonly ready: ReadyFilter | null;
  /** What the keys act on: the marked texts, or the one the cursor is on. */
  readonly chosen: readonly Candidate[];
  readonly decisions: ReturnType<typeof useDecisions>;
  readonly flags: ReadonlySet<string>;
}

/** The text to decide on, whole, and what can be done with it; every button shows its key. */
export function FeedDetail(props: FeedDetailProps) {
  const { filter, ready, chosen, decisions, flags } = props;
  const { keys, editing, setEditing, cancel } = decisions;
  const names = useFeedKeyNames();
  const [first] = chosen;
  if (!first) return null;
  // While the text is changed, letters belong to the text.
  const key = (id: FeedKeyId) => editing === null && names[id] !== "" && <Keys keys={names[id]} />;
  const isFlagged = chosen.every((candidate) => flags.has(keyOf(candidate)));
  return (
    <section className="feed-detail" aria-label="Decide">
      {editing === null ? (
        <p className="chosen-text" dir="auto">
          {chosen.length > 1 ? `${formatCount(chosen.length)} texts chosen` : first.text}
        </p>
      ) : (
        <EditBox text={editing} onEdit={setEditing} onCancel={cancel} />
      )}
      {chosen.length === 1 && (
        <p className="muted figures">Score {formatScore(first.score)} when the list was ordered</p>
      )}
      {chosen.length === 1 && ready && editing === null && (
        <DecisionWhy key={first.index} filter={filter} ready={ready} text={first.text} />
      )}
      <div className="add-ways">
        <Button size="small" tone="primary" onPress={keys.accept}>
          Belongs {key("feed.accept")}
        </Button>
        <Button size="small" onPress={keys.reject}>
          Does not {key("feed.reject")}
        </Button>
        {editing === null ? (
          <>
            <Button size="small" tone="quiet" onPress={keys.skip}>
              Skip {key("feed.skip")}
            </Button>
            <Button
              size="small"
              tone="quiet"
              isDisabled={chosen.length !== 1}
              onPress={() => setEditing(first.text)}
            >
              Edit {key("feed.edit")}
            </Button>
            <Button size="small" tone="quiet" onPress={keys.flag}>
              {isFlagged ? "Remove the flag" : "Flag"} {key("feed.flag")}
            </Button>
          </>
        ) : (
          <Button size="small" tone="quiet" onPress={cancel}>
            Cancel the edit
          </Button>
        )}
      </div>
      <p className="muted">
        Decides for <span dir="auto">{filter.name}</span>.{" "}
        {editing === null && names["feed.undo"] !== "" && (
          <>
            <Keys keys={names["feed.undo"]} /> undoes the last decision, including a skip.
          </>
        )}
      </p>
    </section>
  );
}

interface EditBoxProps {
  readonly text: string;
  readonly onEdit: (text: string) => void;
  readonly onCancel: () => void;
}

function EditBox({ text, onEdit, onCancel }: EditBoxProps) {
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <textarea
      ref={box}
      className="filter-input"
      aria-label="The text, changed"
      dir="auto"
      rows={3}
      maxLength={LONGEST_EXAMPLE}
      value={text}
      onChange={({ currentTarget }) => onEdit(currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onCancel();
      }}
    />
  );
}
