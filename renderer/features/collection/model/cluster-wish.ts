/** What a person types to name a cluster. */
export interface ClusterForm {
  /** Addresses of nodes, divided by spaces, commas or lines. */
  readonly addresses: string;
  readonly user: string;
  /** "": the one that is kept. */
  readonly password: string;
  readonly authorityFile: string;
}

export interface ClusterWish {
  readonly urls: string[];
  readonly user?: string;
  readonly password?: string;
  readonly authorityFile?: string;
}

/** As the service takes it; what is empty is left out. */
export function wishOf({ addresses, user, password, authorityFile }: ClusterForm): ClusterWish {
  return {
    urls: addresses.split(/[\s,;]+/).filter((each) => each !== ""),
    ...(user.trim() === "" ? {} : { user: user.trim() }),
    ...(password === "" ? {} : { password }),
    ...(authorityFile.trim() === "" ? {} : { authorityFile: authorityFile.trim() }),
  };
}

/** "one.example:9200 and 2 more" of the addresses of a cluster's nodes. */
export function clusterName([first = "", ...others]: readonly string[]): string {
  const host = URL.canParse(first) ? new URL(first).host : first;
  return others.length === 0 ? host : `${host} and ${others.length} more`;
}
