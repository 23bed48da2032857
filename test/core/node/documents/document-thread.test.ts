import { gzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import { docxOf, plainDocx } from "./make-documents.ts";

// Threads run built files, whose errors are of the built class.
const built = new URL("../../../../dist/core/node/documents/document-thread.js", import.meta.url);
const { DocumentThread } = (await import(
  built.href
)) as typeof import("../../../../core/node/documents/document-thread.ts");

const openThread = () => {
  const thread = new DocumentThread();
  onTestFinished(() => thread.close());
  return thread;
};
const docx = (bytes: Uint8Array) => ({ format: "docx", bytes, isPacked: false }) as const;

describe("the thread of documents", () => {
  it("refuses what unpacks without end, and reads the next document", async () => {
    const thread = openThread();
    const member = gzipSync(Buffer.alloc(2 ** 25));
    const bomb = Buffer.concat(Array.from({ length: 17 }, () => member));
    await expect(thread.document({ ...docx(bomb), isPacked: true })).rejects.toMatchObject({
      code: "bad-input",
      message: expect.stringContaining("unpacks to more than 512 MB"),
    });
    expect((await thread.document(docx(plainDocx("a text")))).text).toBe("a text");
  });

  it("ends when the reading is cancelled", async () => {
    const thread = openThread();
    const signal = { aborted: false };
    const many = docxOf("<w:p><w:r><w:t>word</w:t></w:r></w:p>".repeat(400_000));
    const reading = thread.document(docx(many), signal);
    signal.aborted = true;
    await expect(reading).rejects.toMatchObject({ code: "cancelled" });
  });
});
