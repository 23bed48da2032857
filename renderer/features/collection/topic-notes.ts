import { call } from "../../api/client.ts";
import { doDeed } from "./do-deed.ts";
import type { KeptTopic } from "./model/deeds.ts";

type Change = Partial<Omit<KeptTopic, "region">>;

/** Changes what is noted of topics, as one step that undo takes back. @throws ApiError */
export async function noteTopics(
  collection: string,
  label: string,
  changes: ReadonlyMap<number, Change>,
): Promise<void> {
  const { notes } = await call("app.collectionTopicNotes", { name: collection });
  const was = [...changes.keys()].map(
    (region): KeptTopic =>
      notes.find((note) => note.region === region) ?? {
        region,
        name: null,
        hidden: false,
        into: null,
      },
  );
  const now = was.map((note) => ({ ...note, ...changes.get(note.region) }));
  await doDeed(label, () => ({ kind: "topics", collection, was, now }));
}
