import { readAddresses } from "../collections/connection/cluster-address.ts";
import { type ClusterSettings, checkSettings } from "../collections/connection/cluster-settings.ts";
import { readCredentials } from "../collections/connection/credentials.ts";
import type { Flags } from "./command.ts";

/** Options that name a cluster. */
export const CLUSTER = `
  --collections URL...          store collections in this OpenSearch cluster; several nodes with commas or several times
  --collections-authority FILE  certificate of the authority that issued the cluster's (PEM)`;

/** User and password come from the environment alone: everybody on the machine can read a command line. */
export async function clusterOf(flags: Flags): Promise<ClusterSettings | undefined> {
  const written = flags.list("collections");
  const authorityFile = flags.text("collections-authority");
  if (written.length === 0 && authorityFile === undefined) return undefined;
  const credentials = await readCredentials(process.env);
  return checkSettings({ urls: readAddresses(written), authorityFile, ...credentials });
}
