import { expect, it } from "vitest";
import { NEVER_CANCELLED } from "../../../../core/cancellation.ts";
import { LateSignal, signalOf } from "../../../../core/node/threads/late-signal.ts";

it("tells whoever listens before it is cancelled, and whoever asks afterwards", () => {
  const early = new LateSignal();
  const { signal } = signalOf(early);
  expect([early.aborted, signal?.aborted]).toEqual([false, false]);
  early.abort();
  expect([early.aborted, signal?.aborted, early.signal === signal]).toEqual([true, true, true]);
  const late = new LateSignal();
  late.abort();
  expect([late.aborted, signalOf(late).signal?.aborted]).toEqual([true, true]);
});

it("is a signal already, or none that a thread could hear", () => {
  const { signal } = new AbortController();
  expect(signalOf(signal)).toEqual({ signal });
  expect(signalOf(NEVER_CANCELLED)).toEqual({});
});
