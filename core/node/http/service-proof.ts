import { createHmac, randomBytes } from "node:crypto";

/** Where a service proves, before it is sent the key, that it is the one that was announced. */
export const PROOF_PATH = "/proof";

/** A secret of one run of the service, or a question that is asked once. */
export const randomToken = (): string => randomBytes(24).toString("base64url");

/** Whether a text may be a question: others are not answered. */
export const isQuestion = (text: string): boolean => /^[\w-]{32}$/.test(text);

/** Only who knows the secret can answer the question; the answer does not reveal it. */
export const proofOf = (secret: string, question: string): string =>
  createHmac("sha256", secret).update(question).digest("base64url");
