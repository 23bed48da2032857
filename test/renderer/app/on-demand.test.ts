import { expect, it, vi } from "vitest";
import { loadRest, onDemand } from "../../../renderer/app/on-demand.ts";

it("loads a part once, and again after it could not be loaded", async () => {
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new Error("The network is gone."))
    .mockResolvedValue("there");
  const part = onDemand("part", load);
  expect(load).not.toHaveBeenCalled();
  await expect(part.load()).rejects.toThrow("The network is gone.");
  await loadRest();
  await expect(part.load()).resolves.toBe("there");
  expect(load).toHaveBeenCalledTimes(2);
});
