import type { Handler } from "../../api/client-types.ts";
import { MOST_FORMER } from "./former-workspaces.ts";
import type { WorkspaceStore } from "./workspace-store.ts";

/** The person's workspace, one for all hosts on this machine. */
export function workspaceHandlers(store: WorkspaceStore) {
  const load: Handler<"app.workspaceLoad"> = ({ session, takeOver }) =>
    store.load(session, takeOver);
  const save: Handler<"app.workspaceSave"> = ({ session, workspace, keepBefore }) =>
    store.save(session, workspace, keepBefore);
  const former: Handler<"app.formerWorkspaces"> = async () => ({
    former: await store.former(),
    most: MOST_FORMER,
  });
  const readFormer: Handler<"app.formerWorkspace"> = ({ id }) => store.readFormer(id);
  const append: Handler<"app.journalAppend"> = ({ session, entries }) =>
    store.append(session, entries);
  const release: Handler<"app.workspaceRelease"> = async ({ session }) => ({
    released: await store.release(session),
  });
  return {
    "app.workspaceLoad": load,
    "app.workspaceSave": save,
    "app.formerWorkspaces": former,
    "app.formerWorkspace": readFormer,
    "app.journalAppend": append,
    "app.workspaceRelease": release,
  };
}
