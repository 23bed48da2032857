import { ApiError } from "../../errors.ts";
import type { CollectionInfo, ListedCollection, UnavailableCollection } from "./store.ts";
import { byCodePoint } from "./values.ts";

/** Collections that are looked at together. */
const AT_A_TIME = 4;

/** The list of a store: what each collection says of itself, or why it cannot. One that is gone meanwhile is left out. */
export async function listCollections(
  names: Iterable<string>,
  ask: (name: string) => Promise<CollectionInfo>,
): Promise<ListedCollection[]> {
  const sorted = [...names].sort(byCodePoint);
  const listed: ListedCollection[] = [];
  for (let i = 0; i < sorted.length; i += AT_A_TIME) {
    const some = sorted.slice(i, i + AT_A_TIME).map(async (name): Promise<ListedCollection[]> => {
      try {
        return [{ ...(await ask(name)), state: "ready" }];
      } catch (cause) {
        const { code, message, details } = ApiError.toData(cause);
        const { state } = details;
        if (code === "unknown-collection") return [];
        return [{ name, state: isState(state) ? state : "unavailable", reason: message }];
      }
    });
    listed.push(...(await Promise.all(some)).flat());
  }
  return listed;
}

const isState = (state: unknown): state is UnavailableCollection["state"] =>
  state === "in-use" || state === "damaged";

/** Those of a list that can be asked. */
export const readyOnes = (listed: readonly ListedCollection[]) =>
  listed.filter((each) => each.state === "ready");
