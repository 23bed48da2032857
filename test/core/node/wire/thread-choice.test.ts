import { expect, test } from "vitest";
import { names } from "../../../../core/api/table.ts";
import {
  leavesMainThread,
  staysWhileThreadsBegin,
} from "../../../../core/node/wire/thread-choice.ts";

test("short bodies of long calls stay while threads begin, large ones and bulk do not", () => {
  for (const name of [
    "terms.contexts",
    "text.keywords",
    "text.language",
    "app.filterReport",
  ] as const) {
    expect(leavesMainThread(name, 0)).toBe(true);
    expect(staysWhileThreadsBegin(name, 4000)).toBe(true);
    expect(staysWhileThreadsBegin(name, 16 * 1024)).toBe(false);
  }
  expect(staysWhileThreadsBegin("expressions.contextsBulk", 0)).toBe(false);
});

test("only what would leave is kept here", () => {
  for (const name of names)
    if (staysWhileThreadsBegin(name, 0)) expect(leavesMainThread(name, 0)).toBe(true);
});
