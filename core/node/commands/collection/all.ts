import type { Command } from "../command.ts";
import { differenceCommand } from "./difference.ts";
import { importCommand, sampleCommand } from "./import.ts";
import { auditCommand, labelsCommand, nearCopiesCommand } from "./judge.ts";
import { classifyCommand, exportCommand, learnCommand } from "./keep.ts";
import { listCommand, removeCommand, searchCommand } from "./look.ts";
import { heatCommand, topicsCommand } from "./map.ts";

/** What `semascope collection` can do. */
export const collectionCommands: readonly Command[] = [
  importCommand,
  sampleCommand,
  listCommand,
  searchCommand,
  heatCommand,
  topicsCommand,
  differenceCommand,
  nearCopiesCommand,
  labelsCommand,
  learnCommand,
  classifyCommand,
  auditCommand,
  exportCommand,
  removeCommand,
];

export function collectionOverview(): string {
  return [
    "Usage: semascope collection COMMAND [options]",
    "",
    "Your own texts on the map.",
    "",
    "Commands:",
    ...collectionCommands.map(
      ({ name, summary }) => `  ${name.split(" ")[1]!.padEnd(13)}${summary}`,
    ),
    "",
    "Every command has --help with examples, and --json.",
  ].join("\n");
}
