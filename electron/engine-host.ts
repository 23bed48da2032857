import { userDirectories } from "../core/node/config/directories.ts";
import { openService } from "../core/node/service/open-service.ts";
import type { Service } from "../core/node/service/running-service.ts";

/** The engine as the desktop needs it: what answers calls, and how to end it. */
export type Engine = Pick<Service, "handlers" | "close">;

/**
 * Opens the retinas that come with the program and the person's own. Workspace, installed retinas and tasks lie
 * in the person's data folder, the same that the service and the command line use.
 */
export function openEngine(retinas: string): Promise<Engine> {
  return openService({ retinas, data: userDirectories().data });
}
