// @vitest-environment jsdom

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Name } from "../../../../core/api/client-types.ts";
import { useRetinaLook } from "../../../../renderer/features/maps/retina-look.ts";
import { adoptTraining, useTraining } from "../../../../renderer/features/maps/training-run.ts";
import { wholeAnswer } from "../../../support/whole-answer.ts";

const JOB = {
  id: "j1",
  kind: "train",
  title: "Train law",
  state: "running",
  phase: "reading",
  fraction: 0.2,
  remainingSeconds: 60,
  rows: 0,
  startedAt: "2026-01-01T00:00:00Z",
  endedAt: null,
  error: null,
};
const DONE = { ...JOB, state: "done", phase: "Done", fraction: 1 };
const TRAINED = {
  name: "law",
  card: {},
  bytes: 1,
  samples: [],
  anchors: [],
  regions: [],
  kept: false,
};
const UNREACHABLE = { code: "busy", message: "not now", details: {} };

/** What the engine answers, call by call; the last answer of a call is given again and again. */
function engineThat(answers: Record<string, unknown[]>) {
  const asked: string[] = [];
  vi.stubGlobal("engine", {
    call: async (name: Name) => {
      asked.push(name);
      const left = answers[name] ?? [{}];
      const value = left.length > 1 ? left.shift() : left[0];
      return value === UNREACHABLE
        ? { ok: false, error: UNREACHABLE }
        : { ok: true, value: wholeAnswer(name, value) };
    },
    cancel: () => {},
  });
  return asked;
}

beforeEach(() => {
  vi.useFakeTimers();
  useTraining.setState(useTraining.getInitialState());
  useRetinaLook.setState(useRetinaLook.getInitialState());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function adopt() {
  const adopted = adoptTraining();
  await vi.advanceTimersByTimeAsync(20_000);
  await adopted;
  return useTraining.getState();
}

describe("a training that was started before the page was", () => {
  it("is followed to its end, through a time when nobody answers", async () => {
    engineThat({
      "app.jobs": [
        ...[[JOB], [JOB], UNREACHABLE, [{ ...JOB, phase: "map" }]],
        [{ ...DONE, trained: TRAINED }],
      ],
    });
    const { phase, trained, phases, isOutOfReach } = await adopt();
    expect({ phase, name: trained?.name, isOutOfReach }).toEqual({
      phase: "trained",
      name: "law",
      isOutOfReach: false,
    });
    expect(phases.map(({ name }) => name)).toEqual(["reading", "map"]);
  });

  it("waits to be looked at when it is done, unless it was kept", async () => {
    engineThat({ "app.jobs": [[DONE], [{ ...DONE, trained: TRAINED }]] });
    expect((await adopt()).phase).toBe("trained");
    expect(useRetinaLook.getState().pane).toBe("train");
    useTraining.setState(useTraining.getInitialState());
    engineThat({
      "app.jobs": [[DONE], [{ ...DONE, trained: { ...TRAINED, kept: true } }]],
    });
    expect((await adopt()).phase).toBe("idle");
  });

  it("is said to be cut off once, with the reason", async () => {
    const error = { code: "internal", message: "The program ended.", details: {} };
    const asked = engineThat({ "app.jobs": [[{ ...JOB, state: "failed", error }]] });
    const { phase, error: told } = await adopt();
    expect(phase).toBe("failed");
    expect(told).toMatchObject(error);
    expect(asked.at(-1)).toBe("app.trainingDiscard");
  });
});
