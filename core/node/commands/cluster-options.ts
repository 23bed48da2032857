import { readAddresses } from "../collections/connection/cluster-address.ts";
import { type ClusterSettings, checkSettings } from "../collections/connection/cluster-settings.ts";
import { readCredentials } from "../collections/connection/credentials.ts";
import type { CommandContext, OptionHelp } from "./command.ts";

/** Options that name a cluster. */
export const CLUSTER_OPTIONS: readonly OptionHelp[] = [
  {
    name: "collections",
    value: "URL",
    several: true,
    help: "keep collections in this OpenSearch cluster; several nodes with commas or several times",
  },
  {
    name: "collections-authority",
    value: "FILE",
    help: "certificate of the authority that issued the cluster's (PEM)",
  },
];

/** User and password come from the environment alone: everybody on the machine can read a command line. */
export async function clusterOf(
  flags: CommandContext["flags"],
): Promise<ClusterSettings | undefined> {
  const written = flags.list("collections");
  const authorityFile = flags.text("collections-authority");
  if (written.length === 0 && authorityFile === undefined) return undefined;
  const credentials = await readCredentials(process.env);
  return checkSettings({ urls: readAddresses(written), authorityFile, ...credentials });
}
