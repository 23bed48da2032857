import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Output } from "../../../core/api/client-types.ts";
import { call } from "../../api/client.ts";
import { queryClient } from "../../api/query-client.ts";
import { Button } from "../../components/controls/button.tsx";
import { Dialog } from "../../components/controls/dialog.tsx";
import { Answer, Failure } from "../../components/controls/states.tsx";
import { openCollection } from "../../state/collection/collection-look.ts";
import { toast } from "../../state/toasts.ts";
import { type ClusterForm, clusterName, wishOf } from "./model/cluster-wish.ts";
import "./collection.css";

/** Where collections are stored: on this machine, or in a cluster that is named here. */
export function ConnectionBox({ onClose }: { readonly onClose: () => void }) {
  const query = useQuery(clusterQuery());
  const { data } = query;
  return (
    <Dialog title="Where collections are stored" width="usual" isOpen onClose={onClose}>
      <Answer query={query} doing="Reading the connection" />
      {data && <Connection key={data.urls.join()} setting={data} onClose={onClose} />}
    </Dialog>
  );
}

interface ConnectionProps {
  readonly setting: ClusterSetting;
  readonly onClose: () => void;
}

/** What is done about a connection; trying it answers what was found. */
interface Work {
  readonly doing: string;
  readonly task: () => Promise<ClusterReport | null>;
}

function Connection({ setting, onClose }: ConnectionProps) {
  const [form, setForm] = useState<ClusterForm>({
    addresses: setting.urls.join("\n"),
    user: setting.user ?? "",
    password: "",
    authorityFile: setting.authorityFile ?? "",
  });
  const work = useMutation({ mutationFn: ({ task }: Work) => task() });
  const isFixed = setting.source === "start";
  const isNamed = wishOf(form).urls.length > 0;
  const test = async () => {
    const { report } = await call("app.cluster", { action: "check", ...wishOf(form) });
    return report;
  };
  const use = async () => {
    await call("app.cluster", { action: "use", ...wishOf(form) });
    await moved("Collections are now stored in the cluster");
    return null;
  };
  const forget = async () => {
    await call("app.cluster", { action: "forget" });
    await moved("Collections are now stored on this machine");
    return null;
  };
  const moved = async (sentence: string) => {
    openCollection("");
    onClose();
    toast(sentence);
    await refreshAfterMove();
  };
  const edit = (part: Partial<ClusterForm>) => setForm({ ...form, ...part });
  return (
    <div className="connection stack gap-3">
      <p>{standing(setting)}</p>
      {!isFixed && (
        <>
          <label className="stack gap-half fine muted">
            Addresses of the cluster's nodes
            <textarea
              rows={3}
              placeholder={"https://one.example:9200\nhttps://two.example:9200"}
              value={form.addresses}
              onChange={({ currentTarget }) => edit({ addresses: currentTarget.value })}
            />
          </label>
          <div className="connection-sign-in">
            <label className="stack gap-half fine muted">
              User
              <input
                type="text"
                autoComplete="off"
                value={form.user}
                onChange={({ currentTarget }) => edit({ user: currentTarget.value })}
              />
            </label>
            <label className="stack gap-half fine muted">
              Password
              <input
                type="password"
                autoComplete="off"
                placeholder={setting.hasPassword ? "stored" : ""}
                value={form.password}
                onChange={({ currentTarget }) => edit({ password: currentTarget.value })}
              />
            </label>
          </div>
          <label className="stack gap-half fine muted">
            Certificate file of your own authority (optional)
            <input
              type="text"
              value={form.authorityFile}
              onChange={({ currentTarget }) => edit({ authorityFile: currentTarget.value })}
            />
          </label>
          <p className="muted">
            Texts are sent only to these addresses. The password is stored in a file that only you
            can read, never in a workspace. Collections are not moved. Switch back to list those
            stored on this machine.
          </p>
          {work.isPending && (
            <p role="status" className="muted">
              {work.variables.doing}…
            </p>
          )}
          {work.data && (
            <p role="status" className={work.data.usable ? "connection-good" : "connection-bad"}>
              {work.data.message}
            </p>
          )}
          {work.error && <Failure error={work.error} doing="Connecting" />}
          {/* A button that is disabled while it has the focus loses it, and then Escape closes nothing. */}
          <div className="row wrap at-end">
            {setting.source === "settings" && (
              <Button
                isPending={work.isPending}
                onPress={() => work.mutate({ doing: "Switching to this machine", task: forget })}
              >
                Use this machine
              </Button>
            )}
            <Button
              isDisabled={!isNamed}
              isPending={work.isPending}
              onPress={() => work.mutate({ doing: "Testing the connection", task: test })}
            >
              Test
            </Button>
            <Button
              tone="primary"
              isDisabled={!isNamed}
              isPending={work.isPending}
              onPress={() => work.mutate({ doing: "Connecting", task: use })}
            >
              Use this cluster
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

function standing({ source, urls }: ClusterSetting): string {
  if (source === "none") return "Collections are stored on this machine.";
  const where = `Collections are stored in the cluster at ${urls.join(", ")}`;
  return source === "start"
    ? `${where}, set at the start of the program. Restart it to change that.`
    : `${where}.`;
}

type ClusterSetting = Output<"app.cluster">;

type ClusterReport = NonNullable<ClusterSetting["report"]>;

/** Which cluster keeps the collections, if any; another program of this person may have changed it. */
export const clusterQuery = () =>
  queryOptions({
    queryKey: ["cluster"] as const,
    queryFn: ({ signal }) => call("app.cluster", {}, signal),
    staleTime: 0,
  });

/** Collections lie elsewhere now: nothing that was asked of them holds. */
async function refreshAfterMove(): Promise<void> {
  queryClient.removeQueries({ queryKey: ["collection imports"] });
  await queryClient.resetQueries({ queryKey: ["collections"] });
  await queryClient.invalidateQueries(clusterQuery());
}

/** What the collections are kept in: the name of a cluster, "" for this machine, null while it is not known. */
function useCluster(): string | null {
  const { data } = useQuery(clusterQuery());
  return data ? clusterName(data.urls) : null;
}

/** Says that texts are not on this machine; beside the collections, as it holds for all of them. */
export function KeptIn() {
  const cluster = useCluster();
  return cluster ? <p className="muted">Stored in the cluster at {cluster}</p> : null;
}

/** Where the texts of a file go that becomes a collection. */
export function WhereTextsGo() {
  const cluster = useCluster();
  if (cluster === null) return null;
  return cluster === ""
    ? "The texts stay on this machine."
    : `The texts are sent to the cluster at ${cluster}.`;
}
