import { describe, expect, it } from "vitest";
import { ProgressMeter, phasesOf, type TrainProgress } from "../../../core/train/run/progress.ts";

/** A training whose phases take `seconds` each, reported in hundredths. */
async function train(seconds: (share: number, name: string) => number) {
  let clock = 1000;
  const reported: (TrainProgress & { at: number })[] = [];
  const meter = new ProgressMeter(
    (progress) => reported.push({ ...progress, at: clock }),
    () => clock,
  );
  for (const { name, share } of phasesOf("texts"))
    await meter.phase(name, (report) => {
      for (let done = 1; done <= 100; done++) {
        clock += seconds(share, name) / 100;
        report(done / 100);
      }
    });
  return { reported, end: clock };
}

describe("the progress of a training", () => {
  it("never goes back, and comes to its end", async () => {
    const { reported } = await train((share) => share * 600);
    reported.forEach(({ fraction }, i) => {
      expect(fraction).toBeGreaterThanOrEqual(reported[i - 1]?.fraction ?? 0);
    });
    expect(reported.at(-1)?.fraction).toBeCloseTo(1);
    expect(reported.at(-1)?.remainingSeconds).toBeCloseTo(0);
  });

  it("knows the time left where every phase takes what is thought", async () => {
    const { reported, end } = await train((share) => share * 600);
    for (const { remainingSeconds, at } of reported.filter(({ fraction }) => fraction > 0.03))
      expect(remainingSeconds).toBeCloseTo(end - at);
  });

  it("learns from a phase that goes slower than the others", async () => {
    const { reported, end } = await train(
      (share, name) => share * 600 * (name === "refinement" ? 4 : 1),
    );
    const slow = reported.filter(
      ({ phase, fraction }) => phase === "refinement" && fraction > 0.55,
    );
    expect(slow.length).toBeGreaterThan(50);
    for (const { remainingSeconds, at } of slow) {
      expect(remainingSeconds).toBeGreaterThan(0.98 * (end - at));
      expect(remainingSeconds).toBeLessThan(1.1 * (end - at) + 30);
    }
  });
});
