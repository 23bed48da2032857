/** Asked by long work at every step; an `AbortSignal` satisfies it, so `core` needs no platform types. */
export interface Cancellation {
  readonly aborted: boolean;
}

/** For callers that never cancel. */
export const NEVER_CANCELLED: Cancellation = { aborted: false };
