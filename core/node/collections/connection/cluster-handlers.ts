import type { Handler } from "../../../api/client-types.ts";
import { clusterProblem, type Problem } from "../opensearch/cluster-problem.ts";
import type { ConnectionReport } from "./check-connection.ts";
import { type ClusterPlace, type ClusterSettings, toConnection } from "./cluster-settings.ts";

/**
 * Saying which cluster keeps the collections. A password goes in and never comes out. `onChange` is awaited after
 * another place was named: the store that was in use belongs to the place before.
 */
export function clusterHandlers(place: ClusterPlace, onChange: () => Promise<void>) {
  const shown: Handler<"app.cluster"> = async () => {
    const current = await place.current();
    if (current === undefined)
      return { source: "none", urls: [], user: null, hasPassword: false, authorityFile: null };
    const { urls, user, password, authorityFile } = current.settings;
    return {
      source: current.source,
      urls: [...urls],
      user: user ?? null,
      hasPassword: password !== undefined,
      authorityFile: authorityFile ?? null,
    };
  };

  const check: Handler<"app.clusterCheck"> = async (given) =>
    reportOf(await place.completed(settingsOf(given)));

  const use: Handler<"app.clusterUse"> = async (given) => {
    const settings = await place.completed(settingsOf(given));
    const report = await reportOf(settings);
    if (!report.usable) throw clusterProblem(report.problem as Problem, report.message);
    await place.keep(settings);
    await onChange();
    return report;
  };

  const forget: Handler<"app.clusterForget"> = async () => {
    await place.forget();
    await onChange();
    return { forgotten: true };
  };

  return {
    "app.cluster": shown,
    "app.clusterCheck": check,
    "app.clusterUse": use,
    "app.clusterForget": forget,
  };
}

async function reportOf(settings: ClusterSettings): Promise<ConnectionReport> {
  // Only who has a cluster waits for the code of its client.
  const { checkConnection } = await import("./check-connection.ts");
  return checkConnection(await toConnection(settings));
}

interface Given {
  readonly urls: readonly string[];
  readonly user?: string;
  readonly password?: string;
  readonly authorityFile?: string;
}

/** A field that was left empty is one that was left out. */
const settingsOf = ({ urls, user, password, authorityFile }: Given): ClusterSettings => ({
  urls,
  user: user || undefined,
  password: password || undefined,
  authorityFile: authorityFile || undefined,
});
