import { Combine, EyeOff, Pencil } from "lucide-react";
import { useState } from "react";
import type { Output } from "../../../core/api/client-types.ts";
import { Button, IconButton } from "../../components/controls/button.tsx";
import { Switch } from "../../components/controls/choice.tsx";
import { Empty, Failure, Loading } from "../../components/controls/states.tsx";
import { formatCount, formatShare, plural } from "../../model/format.ts";
import { showAll, showRowsOf } from "../../state/collection/collection-look.ts";
import { hoverTerm } from "../../state/hover.ts";
import { useAtlas } from "../../state/retina.ts";
import { noteTopics } from "./do-deed.ts";
import { inRegion } from "./model/named-columns.ts";
import { lineParts } from "./model/text-parts.ts";
import { MarkedParts } from "./rows-table.tsx";
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
  const [showsHidden, setShowsHidden] = useState(false);
  const { data, part, error, isFetching, isStale, refetch } = useTopics(open, showsHidden);
  return (
    <div className="lens-list column gap-3 grow scroll" data-stale={isStale || undefined}>
      {error && <Failure error={error} doing="Finding topics" onRetry={() => void refetch()} />}
      {isFetching && <Loading label="Reading what the rows are about" />}
      {part !== null && (
        <p className="muted" role="status">
          So far from {formatCount(part)} rows taken at random; all are being read.
        </p>
      )}
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
          <p className="muted">
            A row can be about several topics, so the shares add up to more than 100%. Click one to
            see its rows.
          </p>
          <ol className="topics stack gap-0" onPointerLeave={() => hoverTerm(null)}>
            {data.topics.map((topic) => (
              <TopicRow
                key={topic.region}
                topic={topic}
                open={open}
                others={data.topics.filter((each) => each !== topic)}
              />
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
  readonly others: readonly Topic[];
}

function TopicRow({ topic, open, others }: TopicRowProps) {
  const atlas = useAtlas();
  const [isNaming, setNaming] = useState(false);
  const [isMerging, setMerging] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const name = topicName(topic);
  const more = topic.name === null ? topic.words.slice(NAMING) : topic.words;
  const cells = () => atlas?.cellsAt(topic.centre, TOPIC_LEVEL) ?? [];
  const note = (label: string, changes: Parameters<typeof noteTopics>[2]) => {
    setNaming(false);
    setMerging(false);
    setProblem(null);
    noteTopics(open.info.name, label, changes).catch(setProblem);
  };
  const noteThis = (label: string, change: { name?: string | null; hidden?: boolean }) =>
    note(label, new Map([[topic.region, change]]));
  return (
    <li
      className="topic"
      data-hidden={topic.hidden || undefined}
      onPointerEnter={() => hoverTerm({ name, positions: cells() })}
    >
      <div className="topic-head row">
        {isNaming ? (
          <TopicName
            name={name}
            onName={(next) =>
              noteThis(`Call the topic ${next || topic.place}`, { name: next === "" ? null : next })
            }
            onCancel={() => setNaming(false)}
          />
        ) : (
          <button
            type="button"
            className="topic-open plain row on-baseline wrap grow"
            onClick={() => showRowsOf(inRegion(cells(), name))}
          >
            <strong dir="auto">{name}</strong>
            <span className="muted" dir="auto">
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
          icon={Combine}
          isSmall
          label={`Merge ${name} into another topic`}
          isOn={isMerging}
          onPress={() => setMerging(!isMerging)}
        />
        <IconButton
          icon={EyeOff}
          isSmall
          label={topic.hidden ? `Show ${name} again` : `Hide ${name}`}
          isOn={topic.hidden}
          onPress={() =>
            noteThis(topic.hidden ? `Show ${name} again` : `Hide ${name}`, {
              hidden: !topic.hidden,
            })
          }
        />
      </div>
      {isMerging && (
        <TopicMerge
          label={name}
          others={others.map((each) => ({ region: each.region, label: topicName(each) }))}
          onCancel={() => setMerging(false)}
          onMerge={(into, called) =>
            note(
              `Merge ${name} into ${into.label}`,
              new Map([
                [topic.region, { into: into.region }],
                [into.region, { name: called === "" ? null : called }],
              ]),
            )
          }
        />
      )}
      {topic.merged.length > 0 && (
        <p className="muted row wrap">
          {plural(topic.merged.length, "other topic")} merged into it
          <Button
            size="small"
            tone="quiet"
            onPress={() =>
              note(
                `Take ${name} apart`,
                new Map(topic.merged.map((region) => [region, { into: null }])),
              )
            }
          >
            Take apart
          </Button>
        </p>
      )}
      <details className="fine muted">
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
  /** The person's, or the one that was found. */
  readonly name: string;
  readonly onName: (name: string) => void;
  readonly onCancel: () => void;
}

/** A name that was found becomes the person's only by being changed. */
export function TopicName({ name, onName, onCancel }: TopicNameProps) {
  const [typed, setTyped] = useState(name);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() === name) onCancel();
        else onName(typed.trim());
      }}
    >
      <input
        aria-label="Name of the topic"
        dir="auto"
        // biome-ignore lint/a11y/noAutofocus: it was asked for by the button before it
        autoFocus
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.preventDefault();
          onCancel();
        }}
      />
    </form>
  );
}

/** A topic as one chooses it. */
interface NamedTopic {
  readonly region: number;
  readonly label: string;
}

interface TopicMergeProps {
  readonly label: string;
  readonly others: readonly NamedTopic[];
  readonly onMerge: (into: NamedTopic, name: string) => void;
  readonly onCancel: () => void;
}

/** Which topic another one becomes part of, and what both are called then. */
function TopicMerge({ label, others, onMerge, onCancel }: TopicMergeProps) {
  const [into, setInto] = useState<NamedTopic | null>(null);
  const [name, setName] = useState("");
  return (
    <form
      className="topic-merge row wrap"
      aria-label={`Merge ${label}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (into !== null) onMerge(into, name.trim());
      }}
      onKeyDown={({ key }) => key === "Escape" && onCancel()}
    >
      <label className="row wrap">
        Merge “{label}” into
        <select
          // biome-ignore lint/a11y/noAutofocus: it was asked for by the button before it
          autoFocus
          value={into === null ? "" : into.region}
          onChange={({ currentTarget }) => {
            const found = others.find(({ region }) => region === Number(currentTarget.value));
            setInto(found ?? null);
            if (found) setName(found.label);
          }}
        >
          <option value="">a topic…</option>
          {others.map((each) => (
            <option key={each.region} value={each.region}>
              {each.label}
            </option>
          ))}
        </select>
      </label>
      {into !== null && (
        <label className="row wrap">
          called
          <input
            dir="auto"
            maxLength={200}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
        </label>
      )}
      <Button size="small" tone="primary" type="submit" isDisabled={into === null}>
        Merge
      </Button>
      <Button size="small" tone="quiet" onPress={onCancel}>
        Cancel
      </Button>
    </form>
  );
}
