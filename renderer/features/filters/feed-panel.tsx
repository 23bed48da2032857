import { Button } from "../../components/controls/button.tsx";
import { Empty, Failure, Loading } from "../../components/controls/states.tsx";
import type { Filter } from "../../model/filters/filter-model.ts";
import type { ReadyFilter } from "../../model/filters/ready-filter.ts";
import { formatCount, plural } from "../../model/format.ts";
import { useClassifyRun } from "../../state/filters/classify-run.ts";
import { cancelOrder, orderAnew, useFeed } from "../../state/filters/feed-state.ts";
import { useFilterStates } from "../../state/filters/ready-filters.ts";
import { useRetina } from "../../state/retina.ts";
import { ChooseTexts } from "./choose-texts.tsx";
import { FeedList } from "./feed-list.tsx";
import "./feed.css";

interface FeedPanelProps {
  readonly filter: Filter;
}

/** Texts of a file that are worth deciding on next, by the filter as it is now. */
export function FeedPanel({ filter }: FeedPanelProps) {
  const { texts, name } = useClassifyRun();
  const state = useFilterStates().find((each) => each.filter.id === filter.id);
  if (texts.length === 0)
    return (
      <div className="feed">
        <p className="muted">
          Choose a file of texts. Those that help {filter.name} most are offered for a decision: the
          ones it is unsure of, the ones most like all that belong, and the ones least like them.
        </p>
        <Awaited />
        <ChooseTexts />
      </div>
    );
  return (
    <div className="feed">
      <Feed
        key={filter.id}
        filter={filter}
        ready={state?.ready ?? null}
        problem={state?.problem ?? ""}
        name={name}
      />
    </div>
  );
}

/** What a blind spot has asked to look for, before there are texts in order. */
function Awaited() {
  const search = useFeed((feed) => (feed.candidates.length === 0 ? feed.search : ""));
  if (search.trim() === "") return null;
  return (
    <p role="status">
      Those with <strong dir="auto">{search}</strong> will be listed.
    </p>
  );
}

interface FeedProps extends FeedPanelProps {
  /** Null while the filter is being made anew, and while it has no text. */
  readonly ready: ReadyFilter | null;
  readonly problem: string;
  readonly name: string;
}

function Feed({ filter, ready, problem, name }: FeedProps) {
  const feed = useFeed();
  const retina = useRetina()?.name ?? "";
  const { texts } = useClassifyRun();
  const isOwn = feed.filterId === filter.id && feed.texts === texts && feed.retina === retina;
  const phase = isOwn ? feed.phase : "idle";
  const order = () => void (ready && orderAnew(retina, filter, ready));
  const hasOrder = isOwn && feed.candidates.length > 0;
  return (
    <>
      <div className="feed-head">
        <p>
          <strong dir="auto">{name}</strong>{" "}
          <span className="muted figures">{plural(texts.length, "text")}</span>
        </p>
        <Button
          size="small"
          tone={hasOrder ? "plain" : "primary"}
          isDisabled={phase === "judging" || !ready}
          onPress={order}
        >
          {hasOrder ? "Order again" : "Find texts to decide on"}
        </Button>
      </div>
      {phase === "idle" && !hasOrder && <Awaited />}
      {problem !== "" && (
        <p className="filter-warning">
          {`The order follows the filter ${filter.name}: ${problem}. Add texts for it on the left.`}
        </p>
      )}
      {phase === "judging" && (
        <Loading
          label={`Judging texts: ${formatCount(feed.judged)} of ${formatCount(feed.pool)}`}
          onCancel={cancelOrder}
        />
      )}
      {phase === "failed" && (
        <Failure error={feed.error} doing="Judging the texts" onRetry={order} />
      )}
      {phase === "ready" && !hasOrder && (
        <Empty>
          Nothing is left to decide: every text of the file is an example, was skipped, or has no
          word that the retina knows.
        </Empty>
      )}
      {hasOrder && <FeedList filter={filter} ready={ready} />}
    </>
  );
}
