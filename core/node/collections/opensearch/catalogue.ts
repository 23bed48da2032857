import { createHash, randomUUID } from "node:crypto";
import type { Column, ColumnRoles } from "../../../api/schema/collection-types.ts";
import type { CollectionHead, ScoreOptions } from "../../../collection/port/store.ts";
import { byCodePoint } from "../../../collection/port/values.ts";
import { conflict, unknownCollection } from "../../../errors.ts";
import type { ClusterClient } from "./cluster-client.ts";
import { ClusterRefusal, clusterProblem } from "./cluster-problem.ts";
import type { ComputedScore } from "./overlap.ts";

/** What is known of a collection besides its rows. */
export interface Entry {
  readonly format: number;
  readonly head: CollectionHead;
  /** Name of the index that holds the rows. */
  readonly index: string;
  readonly scores: Readonly<Record<string, ComputedScore>>;
  /** How many scores there have been, those of the same name each counted. */
  readonly nextScore: number;
}

interface Found {
  readonly _source: { readonly entry: string };
  readonly _seq_no: number;
  readonly _primary_term: number;
}

/** The one that is read and written. */
const FORMAT = 2;
const MOST_COLLECTIONS = 10_000;
/** Of a change that somebody else's change got in the way of. */
const MOST_ATTEMPTS = 20;

/** The names of a collection and of its notes: ids of any length and any letters. */
const documentId = (...parts: readonly string[]) =>
  createHash("sha256").update(JSON.stringify(parts)).digest("base64url");

/** The list of collections and the notes, in an index of their own. */
export class Catalogue {
  readonly #cluster: ClusterClient;
  readonly #index: string;
  readonly #prefix: string;
  #isThere = false;

  /** `prefix` begins the names of all indexes. */
  constructor(cluster: ClusterClient, prefix: string) {
    this.#cluster = cluster;
    this.#prefix = prefix;
    this.#index = `${prefix}-catalogue`;
  }

  newIndexName(): string {
    return `${this.#prefix}-rows-${randomUUID()}`;
  }

  async names(): Promise<string[]> {
    await this.#ensureIndex();
    await this.#cluster.refresh(this.#index);
    const reply = await this.#cluster.search<{ hits: { hits: { _source: { name: string } }[] } }>(
      this.#index,
      { query: { term: { kind: "collection" } }, size: MOST_COLLECTIONS, _source: ["name"] },
    );
    return reply.hits.hits.map(({ _source }) => _source.name).sort(byCodePoint);
  }

  /** @throws unknown-collection */
  async entry(name: string): Promise<Entry> {
    return (await this.#read(name)).entry;
  }

  /** @throws conflict where the name is taken */
  async add(entry: Entry): Promise<void> {
    await this.#ensureIndex();
    const { name } = entry.head;
    const path = `/${this.#index}/_create/${documentId(name)}`;
    const reply = await this.#cluster.attempt(
      { method: "PUT", path, query: { refresh: true }, body: documentOf(entry) },
      409,
    );
    // A request may have been repeated although the first one had arrived.
    if (reply instanceof ClusterRefusal && (await this.entry(name)).index !== entry.index)
      throw conflict(`There is a collection “${name}” already; choose another name.`, { name });
  }

  /** Changes an entry as it is now; `change` may be called several times. */
  async change(name: string, change: (entry: Entry) => Entry): Promise<Entry> {
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      const { entry, place } = await this.#read(name);
      const changed = change(entry);
      if (changed === entry || (await this.#replace(changed, place))) return changed;
    }
    throw conflict(`“${name}” is being changed by others all the time; try again.`);
  }

  async remove(name: string): Promise<Entry> {
    const entry = await this.entry(name);
    await this.#delete(documentId(name));
    await this.#removeNotes(entry.index);
    return entry;
  }

  async note(entry: Entry, key: string): Promise<string | undefined> {
    const found = await this.#get<{ _source: { note: string } }>(documentId(entry.index, key));
    return found?._source.note;
  }

  async setNote(entry: Entry, key: string, note: string | undefined): Promise<void> {
    const id = documentId(entry.index, key);
    if (note === undefined) return this.#delete(id);
    await this.#cluster.send({
      method: "PUT",
      path: `/${this.#index}/_doc/${id}`,
      body: { kind: "note", index: entry.index, note },
    });
  }

  async #read(name: string): Promise<{ entry: Entry; place: Found }> {
    const place = await this.#get<Found>(documentId(name));
    if (place === undefined) throw unknownCollection(name, await this.names());
    const entry = JSON.parse(place._source.entry) as Entry;
    if (entry.format !== FORMAT) throw otherFormat(entry);
    return { entry, place };
  }

  async #replace(entry: Entry, { _seq_no, _primary_term }: Found): Promise<boolean> {
    const path = `/${this.#index}/_doc/${documentId(entry.head.name)}`;
    const query = { if_seq_no: _seq_no, if_primary_term: _primary_term };
    const request = { method: "PUT", path, query, body: documentOf(entry) } as const;
    return !((await this.#cluster.attempt(request, 409)) instanceof ClusterRefusal);
  }

  async #get<T>(id: string): Promise<T | undefined> {
    const path = `/${this.#index}/_doc/${id}`;
    const found = await this.#cluster.attempt<T>({ method: "GET", path }, 404);
    return found instanceof ClusterRefusal ? undefined : found;
  }

  async #delete(id: string): Promise<void> {
    const path = `/${this.#index}/_doc/${id}`;
    await this.#cluster.attempt({ method: "DELETE", path, query: { refresh: true } }, 404);
  }

  async #removeNotes(index: string): Promise<void> {
    await this.#cluster.refresh(this.#index);
    const query = { bool: { filter: [{ term: { kind: "note" } }, { term: { index } }] } };
    for (;;) {
      const reply = await this.#cluster.search<{ hits: { hits: { _id: string }[] } }>(this.#index, {
        query,
      });
      if (reply.hits.hits.length === 0) return;
      for (const { _id } of reply.hits.hits) await this.#delete(_id);
    }
  }

  async #ensureIndex(): Promise<void> {
    if (this.#isThere) return;
    await createIndex(this.#cluster, this.#index, {
      settings: { number_of_shards: 1, auto_expand_replicas: "0-1" },
      mappings: {
        dynamic: false,
        properties: {
          kind: { type: "keyword" },
          index: { type: "keyword" },
          name: { type: "keyword", index: false, doc_values: false },
        },
      },
    });
    this.#isThere = true;
  }
}

function otherFormat({ format, head: { name } }: Entry) {
  const written = `“${name}” was written by ${format > FORMAT ? "a newer" : "an older"} version of this program (format ${format}, this one reads ${FORMAT})`;
  const way = format > FORMAT ? "update to open it" : "remove it and import its files again";
  return clusterProblem("version", `${written}; ${way}.`);
}

/** Columns are data: they are kept as one string, so that no name becomes a field. */
const documentOf = (entry: Entry) => ({
  kind: "collection",
  name: entry.head.name,
  entry: JSON.stringify(entry),
});

/**
 * Creates an index unless it is there, and waits for the copies of its shards for as long as the cluster allows (30 s):
 * what is written before the copy is there is lost with its node.
 */
export async function createIndex(
  cluster: ClusterClient,
  index: string,
  body: object,
): Promise<void> {
  const query = { wait_for_active_shards: "all" };
  const reply = await cluster.attempt({ method: "PUT", path: `/${index}`, query, body }, 400);
  if (reply instanceof ClusterRefusal && reply.type !== "resource_already_exists_exception")
    throw clusterProblem("refused", `The cluster refused to make an index: ${reply.message}`);
}

/** Deletes an index unless it is gone already. */
export async function deleteIndex(cluster: ClusterClient, index: string): Promise<void> {
  await cluster.attempt({ method: "DELETE", path: `/${index}` }, 404);
}

/** Columns at the end, and other roles. */
export function extended(entry: Entry, columns: readonly Column[], roles: ColumnRoles): Entry {
  const known = new Set(entry.head.columns.map(({ name }) => name));
  const added = columns.filter(({ name }) => !known.has(name));
  return {
    ...entry,
    head: { ...entry.head, columns: [...entry.head.columns, ...added], roles },
  };
}

export const newEntry = (head: CollectionHead, index: string): Entry => ({
  format: FORMAT,
  head,
  index,
  scores: {},
  nextScore: 0,
});

/** With a new score of every row, in place of an older one of the name. */
export function withScore(entry: Entry, { name, positions }: ScoreOptions): Entry {
  const { scores, nextScore } = entry;
  const score = { number: nextScore, positions: [...positions] };
  return {
    ...entry,
    scores: { ...scores, [name]: score },
    nextScore: nextScore + 1,
  };
}

/** @returns the entry itself where there is no such score */
export function withRenamedScore(entry: Entry, name: string, to: string | undefined): Entry {
  if (!Object.hasOwn(entry.scores, name)) return entry;
  const kept = Object.entries(entry.scores).filter(([score]) => score !== name && score !== to);
  const moved = to === undefined ? [] : [[to, entry.scores[name]!] as const];
  return { ...entry, scores: Object.fromEntries([...kept, ...moved]) };
}
