import { spawn } from "node:child_process";

/** Opens an address in the person's browser; where that fails, the printed address is there to copy. */
export function openInBrowser(address: string, platform: NodeJS.Platform = process.platform): void {
  const [command, ...args] = openCommand(address, platform);
  const child = spawn(command, args, { stdio: "ignore", detached: true });
  child.once("error", () => {});
  child.unref();
}

export function openCommand(
  address: string,
  platform: NodeJS.Platform,
): readonly [string, ...string[]] {
  if (platform === "darwin") return ["open", address];
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler", address];
  return ["xdg-open", address];
}
