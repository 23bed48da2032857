import { execFileSync } from "node:child_process";
import { readdirSync, readlinkSync } from "node:fs";
import { symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";

/** Systems without named pipes and device files have no such traps. */
export const HAS_PIPES = process.platform !== "win32";

/** Named pipe, device, links to both and a folder, each with its ending; what they are called and what is said of them. */
export async function makeTraps(
  folder: string,
  ending: string,
): Promise<{ readonly file: string; readonly reason: RegExp }[]> {
  const at = (name: string) => path.join(folder, `${name}${ending}`);
  execFileSync("mkfifo", [at("pipe")]);
  await symlink(at("pipe"), at("pipe-link"));
  await symlink("/dev/zero", at("device-link"));
  await symlink(at("round"), at("round"));
  return [
    { file: at("pipe"), reason: /named pipe/ },
    { file: at("pipe-link"), reason: /named pipe/ },
    { file: at("device-link"), reason: /device/ },
    { file: at("round"), reason: /circle/ },
  ];
}

const MEMBER_MEGABYTES = 10;

/** A .gz of some kilobytes that unpacks to so many megabytes of one piece; made of equal members, which takes a moment. */
export async function writeBomb(file: string, megabytes: number, piece = "a"): Promise<void> {
  const member = gzipSync(Buffer.alloc(MEMBER_MEGABYTES * 2 ** 20, piece));
  const members = Array.from({ length: Math.ceil(megabytes / MEMBER_MEGABYTES) }, () => member);
  await writeFile(file, Buffer.concat(members));
}

/** How many descriptors lead into the folder; 0 where the system does not tell. */
export function openIn(folder: string): number {
  try {
    return readdirSync("/proc/self/fd").filter((name) => targetOf(name).startsWith(folder)).length;
  } catch {
    return 0;
  }
}

function targetOf(name: string): string {
  try {
    return readlinkSync(path.join("/proc/self/fd", name));
  } catch {
    // The listing itself was open.
    return "";
  }
}
