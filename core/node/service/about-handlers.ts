import type { Handler, Output } from "../../api/client-types.ts";
import type { RetinaStore } from "./retina-store.ts";
import type { Timings } from "./timings.ts";

/** What the answers are read from. */
export interface AboutHost {
  readonly store: RetinaStore;
  readonly timings: Timings;
  readonly version: string;
  readonly licences: Output<"app.about">["licences"];
  /** Threads that answer long calls, and calls that wait for one. */
  load(): { readonly threads: number; readonly waiting: number };
}

/** Version, licences, timing and health. */
export function aboutHandlers(host: AboutHost) {
  const started = performance.now();

  const about: Handler<"app.about"> = () => ({
    version: host.version,
    licence: "Apache-2.0",
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
    threads: host.load().threads,
    licences: [...host.licences],
    timing: host.timings.report(),
  });

  const health: Handler<"app.health"> = () => ({
    status: "ok",
    retinas: host.store.retinas.map(({ name }) => name),
    uptimeSeconds: (performance.now() - started) / 1000,
    waiting: host.load().waiting,
  });

  return { "app.about": about, "app.health": health };
}
