import { shell } from "electron";
import { parseAddress } from "./address.ts";

const WEB_SCHEMES: readonly (string | undefined)[] = ["https:", "http:"];

/** Opens a web address in the person's own browser; any other scheme could start a program, so it is dropped. */
export function openExternal(address: string): void {
  if (WEB_SCHEMES.includes(parseAddress(address)?.protocol)) void shell.openExternal(address);
}
