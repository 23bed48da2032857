import { open } from "node:fs/promises";
import { expect, it } from "vitest";
import { systemError } from "../../../../core/node/config/system-error.ts";

it("a text given in place of a file is not repeated whole", async () => {
  const text = "The net grows fast. ".repeat(300);
  const cause = await open(text).catch((error: unknown) => error);
  const message = systemError(cause)?.message;
  expect(message).toContain("The net grows fast.");
  expect(message).toContain("the name is too long");
  expect(message?.length).toBeLessThan(200);
});
