import { call } from "../../api/client.ts";

/** Bytes of a file that travel at once. */
const PART = 4 * 1024 * 1024;

/**
 * Sends a file to the host, which reads it there. @returns what stands for it in other calls
 * @throws ApiError, of code "cancelled" once `signal` is aborted
 */
export async function sendFile(
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<string> {
  let upload: string | undefined;
  let path = "";
  for (let at = 0; at === 0 || at < file.size; at += PART) {
    const bytes = new Uint8Array(await file.slice(at, at + PART).arrayBuffer());
    const sent = await call(
      "app.collectionUpload",
      { file: file.name, ...(upload === undefined ? {} : { upload }), bytes },
      signal,
    );
    ({ upload, path } = sent);
    onProgress(Math.min(1, (at + PART) / Math.max(1, file.size)));
  }
  return path;
}
