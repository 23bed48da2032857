/**
 * What a long task was started with, kept in this browser so that its results can be read after the page was loaded
 * again: the host knows results by number only. It may be many megabytes, too much for the workspace.
 */
const DATABASE = "semascope-runs";
const STORE = "runs";

export async function keepRun<T extends { readonly id: string }>(
  kind: string,
  run: T,
): Promise<void> {
  await inStore("readwrite", (store) => store.put(run, kind));
}

/** The run of this kind that was kept last; it is as it was written, by this version or another. */
export async function keptRun(kind: string): Promise<unknown> {
  return inStore("readonly", (store) => store.get(kind));
}

export async function dropRun(kind: string): Promise<void> {
  await inStore("readwrite", (store) => store.delete(kind));
}

/** Undefined where the browser keeps nothing. */
async function inStore<T>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  if (globalThis.indexedDB === undefined) return undefined;
  try {
    const database = await openDatabase();
    const answer = await settled(act(database.transaction(STORE, mode).objectStore(STORE)));
    database.close();
    return answer;
  } catch {
    return undefined;
  }
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return settled(request);
}

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
