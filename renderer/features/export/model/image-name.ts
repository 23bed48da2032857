import { safeFileName } from "../../../model/file-name.ts";
import type { ImageFormat } from "./image-settings.ts";

/** What a file name can be made of. */
export interface NameParts {
  readonly label: string;
  readonly retina: string;
  readonly cells: number;
  /** Pixels per cell. */
  readonly size: number;
  /** YYYY-MM-DD */
  readonly date: string;
}

export const NAME_PARTS = ["label", "retina", "cells", "size", "date"] as const;

/** Fills a template such as `{label}-{retina}-{cells}`; the ending follows from the format. */
export function imageName(template: string, parts: NameParts, format: ImageFormat): string {
  const stem = template.trim().replace(/\.(png|svg|pdf|webp|gif|jpe?g)$/i, "");
  const filled = stem.replace(/\{(\w+)\}/g, (written, name: string) =>
    isPart(name) ? String(parts[name]) : written,
  );
  // Signs that look like a hyphen cannot be typed again, and some programs garble them.
  const name = filled
    .replaceAll(/[\u2010-\u2015\u2212]/g, "-")
    .replaceAll(/\s+/g, " ")
    .trim();
  return safeFileName(`${name === "" ? "semascope" : name}.${ENDINGS[format]}`);
}

const ENDINGS = {
  png: "png",
  svg: "svg",
  pdf: "pdf",
  webp: "webp",
  jpeg: "jpg",
  gif: "gif",
} as const;

const isPart = (name: string): name is keyof NameParts =>
  (NAME_PARTS as readonly string[]).includes(name);

/** Placeholders that mean nothing, as written. */
export const unknownParts = (template: string): string[] =>
  [...template.matchAll(/\{(\w*)\}/g)]
    .filter(([, name]) => !isPart(name ?? ""))
    .map(([all]) => all);

/** Names that occur again get a number before the ending; letter case does not count, as on most disks. */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const dot = name.lastIndexOf(".");
    let free = name;
    for (let turn = 2; taken.has(free.toLowerCase()); turn++)
      free = `${name.slice(0, dot)} (${turn})${name.slice(dot)}`;
    taken.add(free.toLowerCase());
    return free;
  });
}
