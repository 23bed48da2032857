import { ChevronDown, ChevronUp, Pencil } from "lucide-react";
import { useState } from "react";
import type { Output } from "../../../core/api/client-types.ts";
import { call } from "../../api/client.ts";
import { refreshCollection } from "../../api/collection-queries.ts";
import { Button, IconButton } from "../../components/controls/button.tsx";
import { Rename } from "../../components/controls/rename.tsx";
import { Answer, Empty, Failure } from "../../components/controls/states.tsx";
import { formatCount, formatShare } from "../../model/format.ts";
import { showAll, showRowsOf } from "../../state/collection/collection-look.ts";
import { hoverTerm } from "../../state/hover.ts";
import { useAtlas } from "../../state/retina.ts";
import { inRegion } from "./model/named-columns.ts";
import { lineParts } from "./model/text-parts.ts";
import { MarkedParts } from "./rows-table.tsx";
import { runChange } from "./server-change.ts";
import type { OpenCollection } from "./use-collection.ts";
import { TOPIC_LEVEL, useTopics } from "./use-topics.ts";

type Topic = Output<"app.collectionTopics">["topics"][number];

/** Words that name a topic, until a person gives it a name. */
const NAMING = 2;

/** The name that a person gave it, or its most characteristic words. */
export const topicName = ({ name, words, place }: Topic): string =>
  name ?? (words.length === 0 ? place : words.slice(0, NAMING).join(", "));

/** What the rows are about, the most frequent first; each topic restricts to its rows. */
export function TopicsLens({ open }: { readonly open: OpenCollection }) {
  const query = useTopics(open);
  const { data, part, isStale } = query;
  return (
    <div className="lens-list column gap-3 grow scroll" data-stale={isStale || undefined}>
      <Answer query={query} doing="Finding topics" waiting="Finding topics" />
      {part !== null && (
        <p className="muted" role="status">
          Based on {formatCount(part)} randomly sampled rows; the rest is being read.
        </p>
      )}
      {data?.topics.length === 0 && (
        <Empty title="No topic">
          <p>No row is about a region of the map. Remove a restriction above, or show all rows.</p>
          <Button size="small" onPress={showAll}>
            Show all rows
          </Button>
        </Empty>
      )}
      {data && data.topics.length > 0 && (
        <>
          <p className="muted">
            A row can be about several topics, so the shares add up to more than 100%. Click one to
            see its rows.
          </p>
          <ol className="topics stack gap-0" onPointerLeave={() => hoverTerm(null)}>
            {data.topics.map((topic) => (
              <TopicRow key={topic.region} topic={topic} open={open} />
            ))}
          </ol>
        </>
      )}
    </div>
  );
}

function TopicRow({ topic, open }: { readonly topic: Topic; readonly open: OpenCollection }) {
  const atlas = useAtlas();
  const [isNaming, setNaming] = useState(false);
  const [showsExamples, setShowsExamples] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const name = topicName(topic);
  const more = topic.name === null ? topic.words.slice(NAMING) : topic.words;
  const cells = () => atlas?.cellsAt(topic.centre, TOPIC_LEVEL) ?? [];
  const rename = (next: string) => {
    setNaming(false);
    setProblem(null);
    renameTopic(open.info.name, topic, next === "" ? null : next).catch(setProblem);
  };
  return (
    <li className="topic" onPointerEnter={() => hoverTerm({ name, positions: cells() })}>
      <div className="topic-head row">
        {isNaming ? (
          <Rename
            label="Name of the topic"
            name={name}
            onName={rename}
            onCancel={() => setNaming(false)}
          />
        ) : (
          <button
            type="button"
            className="topic-open plain row on-baseline grow"
            onClick={() => showRowsOf(inRegion(cells(), name))}
          >
            <strong className="fixed" dir="auto">
              {name}
            </strong>
            <span className="muted clip" dir="auto">
              {more.join(", ")}
            </span>
          </button>
        )}
        <span className="topic-share figures fixed fine" title={`${formatCount(topic.rows)} rows`}>
          <span
            className="topic-bar"
            style={{ width: `calc(${Math.min(1, topic.share)} * var(--topic-bar))` }}
          />
          <span>
            {formatShare(topic.share)} · {formatCount(topic.rows)}
          </span>
        </span>
        <IconButton
          icon={Pencil}
          isSmall
          label={`Rename ${name}`}
          onPress={() => setNaming(true)}
        />
        <IconButton
          icon={showsExamples ? ChevronUp : ChevronDown}
          isSmall
          label={`Examples of ${name}`}
          isOn={showsExamples}
          onPress={() => setShowsExamples(!showsExamples)}
        />
      </div>
      {showsExamples && (
        <ul className="topic-examples fine muted">
          {topic.examples.map(({ id, text }) => (
            <li key={id}>
              <MarkedParts
                parts={lineParts(
                  text,
                  topic.words.map((word) => [word]),
                )}
              />
            </li>
          ))}
        </ul>
      )}
      {problem !== null && <Failure error={problem} doing="Saving the topic" />}
    </li>
  );
}

/** Gives a topic a name, or with null its own again. @throws ApiError */
async function renameTopic(
  collection: string,
  { region, name, place, hidden }: Topic,
  next: string | null,
): Promise<void> {
  const note = async (to: string | null) =>
    void (await call("app.collectionTopicNotes", {
      name: collection,
      notes: [{ region, name: to, hidden, into: null }],
    }));
  await runChange(`The topic is called ${next ?? place} now`, () => ({
    run: () => note(next),
    undo: () => note(name),
    show: () => refreshCollection(collection),
  }));
}
