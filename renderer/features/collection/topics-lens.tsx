import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { EyeOff, Pencil } from "lucide-react";
import { useState } from "react";
import type { Output } from "../../../core/api/client-types.ts";
import { call } from "../../api/client.ts";
import { refreshCollection, topicsQuery } from "../../api/collection-queries.ts";
import { MarkedParts } from "../../components/collection/marked-line.tsx";
import { Button } from "../../components/controls/button.tsx";
import { Switch } from "../../components/controls/choice.tsx";
import { IconButton } from "../../components/controls/icon-button.tsx";
import { Empty, Failure, Loading } from "../../components/controls/states.tsx";
import { inRegion } from "../../model/collection/region-restriction.ts";
import { lineParts } from "../../model/collection/text-parts.ts";
import { formatCount, formatShare } from "../../model/format.ts";
import { useAtlas } from "../../state/atlas.ts";
import { changeLook, restrict, showAll } from "../../state/collection/collection-look.ts";
import { hoverTerm } from "../../state/hover.ts";
import type { OpenCollection } from "./use-collection.ts";

type Topic = Output<"app.collectionTopics">["topics"][number];

/** Words that name a topic, until a person gives it a name. */
const NAMING = 2;

/** The name that a person gave it, or its most characteristic words. */
export const topicName = ({ name, words, place }: Topic): string =>
  name ?? (words.length === 0 ? place : words.slice(0, NAMING).join(", "));

/** Regions as wide as a subject: neither a continent nor a street. */
export const TOPIC_LEVEL = 1;

/** What the rows are about, the most frequent first; each topic restricts to its rows. */
export function TopicsLens({ open }: { readonly open: OpenCollection }) {
  const { info, query } = open;
  const [showsHidden, setShowsHidden] = useState(false);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...topicsQuery(info.name, query, TOPIC_LEVEL, showsHidden),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="lens-list" data-stale={isPlaceholderData || undefined}>
      {error && <Failure error={error} doing="Finding topics" onRetry={() => void refetch()} />}
      {isFetching && <Loading label="Reading what the rows are about" />}
      {data?.topics.length === 0 && (
        <Empty title="No topic">
          <p>No row is about a region of the map. Take a restriction away.</p>
          <Button size="small" onPress={showAll}>
            Show all rows
          </Button>
        </Empty>
      )}
      {data && data.topics.length > 0 && (
        <>
          <p className="lens-note muted">
            A row can be about several topics, so the shares add up to more than 100%. Click one to
            see its rows.
          </p>
          <ol className="topics" onPointerLeave={() => hoverTerm(null)}>
            {data.topics.map((topic) => (
              <TopicRow key={topic.region} topic={topic} open={open} />
            ))}
          </ol>
          <Switch label="List hidden topics too" isOn={showsHidden} onChange={setShowsHidden} />
        </>
      )}
    </div>
  );
}

interface TopicRowProps {
  readonly topic: Topic;
  readonly open: OpenCollection;
}

function TopicRow({ topic, open }: TopicRowProps) {
  const atlas = useAtlas();
  const [isNaming, setNaming] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const name = topicName(topic);
  const more = topic.name === null ? topic.words.slice(NAMING) : topic.words;
  const cells = () => atlas?.cellsAt(topic.centre, TOPIC_LEVEL) ?? [];
  const note = (change: { name?: string | null; hidden?: boolean }) => {
    setNaming(false);
    setProblem(null);
    keepNote(open.info.name, topic, change).catch(setProblem);
  };
  return (
    <li
      className="topic"
      data-hidden={topic.hidden || undefined}
      onPointerEnter={() => hoverTerm({ name, positions: cells() })}
    >
      <div className="topic-head">
        {isNaming ? (
          <TopicName name={name} onName={(next) => note({ name: next === "" ? null : next })} />
        ) : (
          <button
            type="button"
            className="topic-open"
            onClick={() => {
              restrict(inRegion(cells(), name));
              changeLook("Show: Rows", { lens: "rows" });
            }}
          >
            <strong dir="auto">{name}</strong>
            <span className="topic-words" dir="auto">
              {more.join(", ")}
            </span>
          </button>
        )}
        <span className="topic-share figures" title={`${formatCount(topic.rows)} rows`}>
          <span className="topic-bar" style={{ width: `${100 * topic.share}%` }} />
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
          icon={EyeOff}
          isSmall
          label={topic.hidden ? `Show ${name} again` : `Hide ${name}`}
          isOn={topic.hidden}
          onPress={() => note({ hidden: !topic.hidden })}
        />
      </div>
      <details>
        <summary>Examples</summary>
        <ul>
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
      </details>
      {problem !== null && <Failure error={problem} doing="Keeping the topic" />}
    </li>
  );
}

interface TopicNameProps {
  readonly name: string;
  readonly onName: (name: string) => void;
}

function TopicName({ name, onName }: TopicNameProps) {
  const [typed, setTyped] = useState(name);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onName(typed.trim());
      }}
    >
      <input
        aria-label="Name of the topic"
        dir="auto"
        // biome-ignore lint/a11y/noAutofocus: it was asked for by the button before it
        autoFocus
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={({ key }) => key === "Escape" && onName(name)}
      />
    </form>
  );
}

async function keepNote(
  collection: string,
  topic: Topic,
  change: { name?: string | null; hidden?: boolean },
): Promise<void> {
  const { region, name, hidden } = topic;
  await call("app.collectionTopicNotes", {
    name: collection,
    notes: [{ region, name, hidden, into: null, ...change }],
  });
  await refreshCollection(collection);
}
