import type { Args, Name, Output, Reply } from "../../core/api/client-types.ts";
import type { DesktopBridge, EngineBridge } from "../../core/api/desktop.ts";
import { ApiError, cancelled, type ErrorData } from "../../core/errors.ts";

declare global {
  interface Window {
    /** Present in the desktop application only. */
    readonly engine?: EngineBridge;
    readonly desktop?: DesktopBridge;
  }
}

type ToRequest = typeof import("../../core/api/to-request.ts").toRequest;

/** Once it has come. */
let toRequest: ToRequest | null = null;

/** The paths and fields of every call are much code, and nothing of it is seen: it comes beside the first view. */
const coming = import("../../core/api/to-request.ts").then((loaded) => {
  toRequest = loaded.toRequest;
  return toRequest;
});

/**
 * Calls an endpoint over whatever carries calls here: the desktop bridge, or HTTP to the page's own host.
 * @throws ApiError, of code "cancelled" once `signal` is aborted
 */
export async function call<N extends Name>(
  name: N,
  args: Args<N>,
  signal?: AbortSignal,
): Promise<Output<N>> {
  if (signal?.aborted) throw cancelled();
  const started = performance.now();
  const reply = window.engine
    ? await overBridge(window.engine, name, args, signal)
    : await overHttp(name, args, signal);
  if (!reply.ok) throw new ApiError(reply.error);
  for (const listen of listeners) listen(name, performance.now() - started);
  return reply.value as Output<N>;
}

/**
 * For a page that goes away: sent without waiting, unless it goes before it could call at all. A browser carries it on after the page is gone unless it has more
 * than 64 KB; whoever sends more keeps it in another way as well.
 */
export function send<N extends Name>(name: N, args: Args<N>): void {
  if (window.engine) {
    window.engine.call(name, args).catch(() => undefined);
    return;
  }
  if (toRequest === null) return;
  const { method, target, body } = toRequest(name, args);
  fetch(target, {
    method,
    credentials: "same-origin",
    keepalive: true,
    ...(body === undefined ? {} : { body: body as BodyInit }),
  }).catch(() => undefined);
}

let nextCall = 1;

async function overBridge(
  bridge: EngineBridge,
  name: Name,
  args: unknown,
  signal: AbortSignal | undefined,
): Promise<Reply> {
  const callId = `c${nextCall++}`;
  const stop = () => bridge.cancel(callId);
  signal?.addEventListener("abort", stop);
  try {
    return (await bridge.call(name, args, callId)) as Reply;
  } catch (cause) {
    return unreachable(cause);
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}

async function overHttp<N extends Name>(
  name: N,
  args: Args<N>,
  signal: AbortSignal | undefined,
): Promise<Reply> {
  // Without a pause, once it is there: a call is under way before the page draws what led to it.
  const { method, target, body } = (toRequest ?? (await coming))(name, args);
  try {
    const response = await fetch(target, {
      method,
      credentials: "same-origin",
      ...(body === undefined ? {} : { body: body as BodyInit }),
      ...(signal ? { signal } : {}),
    });
    if (!response.ok) return { ok: false, error: await wireError(response) };
    return { ok: true, value: await contentOf(response) };
  } catch (cause) {
    if (signal?.aborted) throw cancelled();
    return unreachable(cause);
  }
}

async function contentOf(response: Response): Promise<unknown> {
  const type = response.headers.get("content-type") ?? "";
  if (type.startsWith("application/json")) return response.json();
  const data = new Uint8Array(await response.arrayBuffer());
  return { mediaType: type, data };
}

async function wireError(response: Response): Promise<ErrorData> {
  const body: unknown = await response.json().catch(() => null);
  if (isErrorData(body)) {
    const { code, message, details, requestId } = body;
    return { code, message, details: requestId ? { ...details, requestId } : details };
  }
  return {
    code: "internal",
    message: `The engine answered ${response.status} ${response.statusText}.`.replace(/ \.$/, "."),
    details: {},
  };
}

/** Failures over HTTP carry the id under which the host's log has them. */
const isErrorData = (body: unknown): body is ErrorData & { readonly requestId?: string } =>
  typeof body === "object" && body !== null && "code" in body && "message" in body;

const unreachable = (cause: unknown): Reply => ({
  ok: false,
  error: {
    code: "busy",
    message: "The engine cannot be reached. Your work is kept. Try again in a moment.",
    details: { reason: cause instanceof Error ? cause.message : String(cause) },
  },
});

type TimingListener = (name: Name, milliseconds: number) => void;
const listeners = new Set<TimingListener>();

/** Told of every call that succeeded and how long it took. @returns a function that ends it */
export function onTiming(listener: TimingListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
