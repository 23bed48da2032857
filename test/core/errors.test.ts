import { expect, it } from "vitest";
import { bodyTooLarge } from "../../core/errors.ts";

it("a body over the limit is refused with the limit, and with its size where that is known", () => {
  expect(bodyTooLarge(1000, 4000)).toMatchObject({
    code: "too-large",
    message: "The body has 4000 bytes; at most 1000 are accepted.",
    details: { field: "body", limit: 1000, size: 4000 },
  });
  expect(bodyTooLarge(1000).details).toEqual({ field: "body", limit: 1000 });
});
