import { readFile } from "node:fs/promises";
import { extname, join, normalize, sep } from "node:path";
import { CONTENT_POLICY } from "../../core/node/http/content-policy.ts";

export const APP_SCHEME = "app";
export const APP_ORIGIN = "app://semascope";
export const APP_URL = `${APP_ORIGIN}/index.html`;

/** Gives the page a real origin, so that storage and modules work and `file:` is never needed. */
export const APP_SCHEME_PRIVILEGES = {
  scheme: APP_SCHEME,
  privileges: { standard: true, secure: true, supportFetchAPI: true },
} as const;

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".map": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webp": "image/webp",
  ".woff": "font/woff",
  ".woff2": "font/woff2",
};

const HEADERS = {
  "content-security-policy": CONTENT_POLICY,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "no-cache",
};

/** Answers requests for the built page from `root`, and from nowhere else on the disk. */
export function createAppResponder(root: string): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method !== "GET" && request.method !== "HEAD") return refusal(405);
    const file = fileOf(root, new URL(request.url).pathname);
    const type = file === undefined ? undefined : CONTENT_TYPES[extname(file)];
    if (file === undefined || type === undefined) return refusal(404);
    try {
      const body = await readFile(file);
      return new Response(new Uint8Array(body), { headers: { ...HEADERS, "content-type": type } });
    } catch {
      return refusal(404);
    }
  };
}

/** Undefined for a path that leaves `root` or cannot be decoded. */
function fileOf(root: string, pathname: string): string | undefined {
  try {
    const path = decodeURIComponent(pathname);
    if (path.includes("\0")) return undefined;
    const file = normalize(join(root, path === "/" ? "index.html" : path));
    return file.startsWith(normalize(root) + sep) ? file : undefined;
  } catch {
    return undefined;
  }
}

const refusal = (status: number) => new Response(null, { status, headers: HEADERS });
