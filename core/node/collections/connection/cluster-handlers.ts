import type { Handler, Input } from "../../../api/client-types.ts";
import { badInput } from "../../../errors.ts";
import { clusterProblem, type Problem } from "../opensearch/cluster-problem.ts";
import type { ConnectionReport } from "./check-connection.ts";
import { type ClusterPlace, type ClusterSettings, toConnection } from "./cluster-settings.ts";

/**
 * Shows, checks, uses or forgets the cluster that stores the collections. A password goes in and never comes out. `onChange` is
 * awaited after another place was named: the store that was in use belongs to the place before.
 */
export function clusterHandlers(place: ClusterPlace, onChange: () => Promise<void>) {
  const handle: Handler<"app.cluster"> = async ({ action, ...given }) => {
    const settings = action === "check" || action === "use" ? settingsOf(given) : undefined;
    const completed = settings && (await place.completed(settings));
    const report = completed === undefined ? null : await reportOf(completed);
    if (action === "use" && completed && report) {
      if (!report.usable) throw clusterProblem(report.problem as Problem, report.message);
      await place.keep(completed);
    }
    if (action === "forget") await place.forget();
    if (action === "use" || action === "forget") await onChange();
    return { ...shown(await place.current()), report };
  };
  return { "app.cluster": handle };
}

function shown(current: Awaited<ReturnType<ClusterPlace["current"]>>) {
  const { urls = [], user = null, password, authorityFile = null } = current?.settings ?? {};
  const source = current?.source ?? ("none" as const);
  return { source, urls: [...urls], user, hasPassword: password !== undefined, authorityFile };
}

async function reportOf(settings: ClusterSettings): Promise<ConnectionReport> {
  // Only who has a cluster waits for the code of its client.
  const { checkConnection } = await import("./check-connection.ts");
  return checkConnection(await toConnection(settings));
}

/** A field that was left empty is one that was left out. @throws bad-input without addresses */
function settingsOf(given: Omit<Input<"app.cluster">, "action">): ClusterSettings {
  const { urls, user, password, authorityFile } = given;
  if (urls === undefined) throw badInput("urls", "Give the addresses of the cluster (urls).");
  return {
    urls,
    user: user || undefined,
    password: password || undefined,
    authorityFile: authorityFile || undefined,
  };
}
