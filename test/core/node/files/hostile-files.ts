import { execFileSync } from "node:child_process";
import { readdirSync, readlinkSync } from "node:fs";
import { symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { createGzip } from "node:zlib";

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
    { file: at("pipe"), reason: /named pipe|no regular file/ },
    { file: at("pipe-link"), reason: /named pipe|no regular file/ },
    { file: at("device-link"), reason: /device|no regular file/ },
    { file: at("round"), reason: /circle/ },
  ];
}

/** A .gz of some kilobytes that unpacks to so many megabytes of one piece. */
export async function writeBomb(
  file: string,
  megabytes: number,
  piece: string | Uint8Array = "a",
): Promise<void> {
  const zip = createGzip();
  const parts: Buffer[] = [];
  zip.on("data", (part: Buffer) => parts.push(part));
  const ended = new Promise((resolve) => zip.once("end", resolve));
  const block = Buffer.alloc(2 ** 20, piece);
  for (let i = 0; i < megabytes; i++)
    if (!zip.write(block)) await new Promise((resolve) => zip.once("drain", resolve));
  zip.end();
  await ended;
  await writeFile(file, Buffer.concat(parts));
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
