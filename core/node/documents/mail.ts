import type { Document } from "./document.ts";
import { isoDate } from "./document.ts";
import { readHtml } from "./html.ts";

/** A message: its plain text, or that of its page where it has none. */
export async function readMail(bytes: Uint8Array): Promise<Document> {
  const { default: PostalMime } = await import("postal-mime");
  const mail = await PostalMime.parse(bytes);
  const { from } = mail;
  const text = mail.text?.trim() ?? "";
  const pages =
    text === "" ? readHtml(mail.html ?? "").pages : [text.split(/\r?\n[ \t]*(?:\r?\n)+/)];
  const attachments = mail.attachments.flatMap(({ filename }) => filename ?? []);
  return {
    title: mail.subject,
    author:
      from === undefined
        ? undefined
        : [from.name, from.address && `<${from.address}>`].filter(Boolean).join(" "),
    date: isoDate(mail.date),
    attachments,
    pages,
  };
}
