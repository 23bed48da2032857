import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { badInput, conflict, forbidden } from "../../../errors.ts";
import { writeSafely } from "../../config/write-safely.ts";
import { type ReadableFolders, requireReadable } from "../../files/readable.ts";
import type { ClusterConnection } from "../opensearch/cluster-client.ts";
import { checkPasswordIsSafe, readAddresses } from "./cluster-address.ts";
import { readText, requirePrivate } from "./credentials.ts";

/** How the cluster of a service is reached; as it is kept. */
export interface ClusterSettings {
  readonly urls: readonly string[];
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  /** File with the certificate of the authority that issued the cluster's. */
  readonly authorityFile?: string | undefined;
}

/** Who named the cluster: whoever started the service, or somebody in the application. */
export type ClusterSource = "start" | "settings";

export interface ClusterPlaceOptions {
  /** The user's folder. */
  readonly data: string;
  /** The cluster that the service was started with, which goes before the one that is kept. */
  readonly started?: ClusterSettings | undefined;
  /** Why nobody who calls may change it, or have an address tried: strangers may call, or it was started so. */
  readonly fixed?: "strangers" | "start" | undefined;
  /** Where the file of an authority has to lie that somebody names in the application. */
  readonly folders?: ReadableFolders;
}

const FORMAT = 1;

/** Where collections are kept: in the cluster named here, or on this machine where none is. */
export class ClusterPlace {
  readonly #file: string;
  readonly #options: ClusterPlaceOptions;

  constructor(options: ClusterPlaceOptions) {
    this.#options = options;
    this.#file = path.join(options.data, "cluster.json");
  }

  /** @throws bad-input where the file cannot be used: silently keeping collections elsewhere would hide those there are */
  async current(): Promise<{ settings: ClusterSettings; source: ClusterSource } | undefined> {
    const { started } = this.#options;
    if (started !== undefined) return { settings: started, source: "start" };
    if (!existsSync(this.#file)) return undefined;
    await requirePrivate(this.#file);
    return { settings: parse(await readText(this.#file), this.#file), source: "settings" };
  }

  /** Settings as given, with the password that is kept where the user stays the same and none is given. */
  async completed(given: ClusterSettings): Promise<ClusterSettings> {
    this.requireChangeable();
    const urls = readAddresses(given.urls, "urls");
    const kept = await this.current().catch(() => undefined);
    const isKnown =
      given.password === undefined &&
      given.user !== undefined &&
      kept?.settings.user === given.user &&
      // To another server it would be given away.
      urls.every((url) => kept.settings.urls.includes(url));
    const password = isKnown ? kept?.settings.password : given.password;
    const authorityFile =
      given.authorityFile && (await requireReadable(given.authorityFile, this.#options.folders));
    return checkSettings({ ...given, urls, password, authorityFile });
  }

  async keep(settings: ClusterSettings): Promise<void> {
    this.requireChangeable();
    await writeSafely(this.#file, `${JSON.stringify({ format: FORMAT, ...settings }, null, 2)}\n`);
  }

  async forget(): Promise<void> {
    this.requireChangeable();
    await rm(this.#file, { force: true });
  }

  /** @throws forbidden, conflict */
  requireChangeable(): void {
    if (this.#options.fixed === "start")
      throw forbidden(
        "This service was started with --fixed-collections, so nobody may say where collections go.",
      );
    if (this.#options.fixed === "strangers")
      throw forbidden(
        "This service asks for no key and others can reach it, so nobody may say where collections go.",
      );
    if (this.#options.started !== undefined)
      throw conflict(
        "The cluster was named when the service was started; start it without --collections to change it here.",
      );
  }
}

/** @throws bad-input where one of user and password is missing, or the password would cross a network in the clear */
export function checkSettings(settings: ClusterSettings): ClusterSettings {
  const { urls, user, password } = settings;
  if ((user === undefined) !== (password === undefined))
    throw badInput(
      user === undefined ? "user" : "password",
      "A user name and a password belong together; give both or neither.",
    );
  if (password !== undefined) checkPasswordIsSafe(urls);
  return settings;
}

/** @throws bad-input where the certificate cannot be read */
export async function toConnection({
  authorityFile,
  ...settings
}: ClusterSettings): Promise<ClusterConnection> {
  if (authorityFile === undefined) return settings;
  const authority = await readText(authorityFile);
  if (!authority.includes("-----BEGIN CERTIFICATE-----"))
    throw badInput("authority", `The file ${authorityFile} holds no certificate in PEM form.`, {
      file: authorityFile,
    });
  return { ...settings, authority };
}

/** The text itself is never shown: it may hold a password. */
function parse(text: string, file: string): ClusterSettings {
  const settings = parseJson(text);
  const { format, urls, user, password, authorityFile } = settings ?? {};
  const isText = (value: unknown) => value === undefined || typeof value === "string";
  const isWhole =
    format === FORMAT && Array.isArray(urls) && [user, password, authorityFile].every(isText);
  if (!isWhole)
    throw badInput(
      "file",
      `The file ${file} does not hold the settings of a cluster; name the cluster again, or delete the file.`,
      { file },
    );
  return checkSettings({
    urls: readAddresses(urls.map(String)),
    user: user as string | undefined,
    password: password as string | undefined,
    authorityFile: authorityFile as string | undefined,
  });
}

function parseJson(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
