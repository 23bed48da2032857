import { exportCommand } from "./collection-export.ts";
import { importCommand, sampleCommand } from "./collection-import.ts";
import { auditCommand, classifyCommand, labelsCommand, learnCommand } from "./collection-labels.ts";
import {
  listCommand,
  nearCopiesCommand,
  removeCommand,
  searchCommand,
  topicsCommand,
} from "./collection-look.ts";
import { differenceCommand, heatCommand } from "./collection-map.ts";
import type { Command } from "./command.ts";

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
