import type { App } from "electron";

/**
 * True for the first instance. A later one ends, and hands its files to the first, which comes to the front: two processes
 * would otherwise write one workspace.
 */
export function isFirstInstance(
  app: App,
  files: readonly string[],
  onOther: (files: readonly string[]) => void,
): boolean {
  if (!app.requestSingleInstanceLock({ files })) return false;
  app.on("second-instance", (_event, _args, _folder, data) => onOther(filesOf(data)));
  return true;
}

/** Of another process, which may be of another version. */
function filesOf(data: unknown): string[] {
  const files = typeof data === "object" && data !== null && "files" in data ? data.files : [];
  return Array.isArray(files) ? files.filter((file) => typeof file === "string") : [];
}
