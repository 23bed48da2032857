import { chmod, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readAddresses } from "../../../../../core/node/collections/connection/cluster-address.ts";
import {
  ClusterPlace,
  toConnection,
} from "../../../../../core/node/collections/connection/cluster-settings.ts";
import { readCredentials } from "../../../../../core/node/collections/connection/credentials.ts";
import { CERTIFICATE } from "./test-certificate.ts";

const SECRET = "hunter2";
const URLS = ["https://one:9200", "https://two:9200"];
let folder = "";

/** The message of what is thrown, which must never hold the password. */
async function sentence(work: () => unknown): Promise<string> {
  try {
    await work();
  } catch (cause) {
    const written = JSON.stringify(cause) + String(cause);
    expect(written).not.toContain(SECRET);
    return (cause as Error).message;
  }
  throw new Error("nothing was thrown");
}

describe("where collections are kept", () => {
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "semascope-cluster-"));
  });
  afterEach(() => rm(folder, { recursive: true, maxRetries: 10 }));
  const file = () => path.join(folder, "cluster.json");
  const open = (options = {}) => new ClusterPlace({ data: folder, ...options });

  it("is this machine unless a cluster was named, and again when it is forgotten", async () => {
    const place = open();
    expect(await place.current()).toBeUndefined();
    const settings = await place.completed({ urls: URLS, user: "ann", password: SECRET });
    await place.keep(settings);
    expect(await open().current()).toEqual({
      settings: { urls: URLS, user: "ann", password: SECRET },
      source: "settings",
    });
    await place.forget();
    expect(await open().current()).toBeUndefined();
  });

  it("keeps the password where its owner alone can read it, and refuses a file others can", async () => {
    await open().keep({ urls: URLS, user: "ann", password: SECRET });
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    await chmod(file(), 0o640);
    expect(await sentence(() => open().current())).toMatch(/Others may read .* \(mode 640\)/);
  });

  it("uses a kept password for the same user and servers only", async () => {
    const place = open();
    await place.keep({ urls: URLS, user: "ann", password: SECRET });
    const [one = ""] = URLS;
    expect(await place.completed({ urls: [one], user: "ann" })).toMatchObject({ password: SECRET });
    for (const given of [
      { urls: ["https://elsewhere:9200"], user: "ann" },
      { urls: [...URLS, "https://elsewhere:9200"], user: "ann" },
      { urls: URLS, user: "bob" },
    ])
      expect(await sentence(() => place.completed(given))).toMatch(/belong together/);
  });

  it("never sends a password over a network in the clear", async () => {
    const given = { urls: ["http://one:9200"], user: "ann", password: SECRET };
    expect(await sentence(() => open().completed(given))).toMatch(/without encryption; use https/);
    for (const url of ["http://localhost:9200", "http://127.0.0.1:9200", "http://[::1]:9200"])
      await expect(open().completed({ ...given, urls: [url] })).resolves.toBeDefined();
  });

  it("is not changed by strangers, nor against how the service was started", async () => {
    const settings = { urls: URLS };
    const strangers = open({ fixed: "strangers" });
    expect(await sentence(() => strangers.keep(settings))).toMatch(/nobody may say/);
    expect(await sentence(() => strangers.forget())).toMatch(/nobody may say/);
    const fixed = open({ fixed: "start" });
    expect(await sentence(() => fixed.completed(settings))).toMatch(/--fixed-collections/);
    const started = open({ started: settings });
    expect(await started.current()).toEqual({ settings, source: "start" });
    expect(await sentence(() => started.keep({ urls: ["https://x"] }))).toMatch(/--collections/);
  });

  it("says that a damaged file holds no settings", async () => {
    for (const text of ["", "{", `{"format":1,"urls":"${SECRET}"}`, `{"format":2,"urls":[]}`]) {
      await writeFile(file(), text, { mode: 0o600 });
      expect(await sentence(() => open().current())).toMatch(/does not hold the settings/);
    }
  });

  it("reads the certificate of an authority", async () => {
    const authorityFile = path.join(folder, "authority.pem");
    expect(await sentence(() => toConnection({ urls: URLS, authorityFile }))).toMatch(
      /authority\.pem cannot be read: it does not exist/,
    );
    await writeFile(authorityFile, "no certificate");
    expect(await sentence(() => toConnection({ urls: URLS, authorityFile }))).toMatch(/PEM/);
    await writeFile(authorityFile, CERTIFICATE);
    expect(await toConnection({ urls: URLS, authorityFile })).toEqual({
      urls: URLS,
      authority: CERTIFICATE,
    });
  });
});

describe("readAddresses", () => {
  it("reads several, each once", () => {
    expect(readAddresses(["https://one:9200/, http://two:9201", "https://one:9200"])).toEqual([
      "https://one:9200",
      "http://two:9201",
    ]);
  });
  it("refuses what is no address, and never repeats a password in one", async () => {
    expect(await sentence(() => readAddresses([" , "]))).toMatch(/names no address/);
    for (const text of ["one:9200", "ftp://one", "file:///etc/passwd", "https://"])
      expect(await sentence(() => readAddresses([text]))).toMatch(/needs addresses such as/);
    const open = `https://ann:${SECRET}@one:9200`;
    expect(await sentence(() => readAddresses([open]))).toMatch(/must not hold a user name/);
    expect(await sentence(() => readAddresses([`https://one?${SECRET}`]))).toMatch(/without “\?”/);
  });
});

describe("readCredentials", () => {
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "semascope-cluster-"));
  });
  afterEach(() => rm(folder, { recursive: true, maxRetries: 10 }));

  it("takes user and password from the environment, together", async () => {
    const env = { SEMASCOPE_CLUSTER_USER: "ann", SEMASCOPE_CLUSTER_PASSWORD: SECRET };
    expect(await readCredentials(env)).toEqual({ user: "ann", password: SECRET });
    expect(await readCredentials({})).toBeUndefined();
    expect(await sentence(() => readCredentials({ SEMASCOPE_CLUSTER_PASSWORD: SECRET }))).toMatch(
      /SEMASCOPE_CLUSTER_USER is not set/,
    );
  });

  it("takes them from a file that its owner alone can read", async () => {
    const file = path.join(folder, "credentials");
    const env = { SEMASCOPE_CLUSTER_CREDENTIALS: file };
    expect(await sentence(() => readCredentials(env))).toMatch(/it does not exist/);
    await writeFile(file, `ann:${SECRET}:with colon\n`, { mode: 0o644 });
    await chmod(file, 0o644);
    expect(await sentence(() => readCredentials(env))).toMatch(/mode 644.*chmod 600/);
    await chmod(file, 0o600);
    expect(await readCredentials(env)).toEqual({ user: "ann", password: `${SECRET}:with colon` });
    expect(await readFile(file, "utf8")).toContain(SECRET);
    await writeFile(file, SECRET);
    expect(await sentence(() => readCredentials(env))).toMatch(/user:password/);
  });
});
