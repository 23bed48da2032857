// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import type { ComponentType } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { loadRest, onDemand, WithCode } from "../../../renderer/components/on-demand.ts";

afterEach(cleanup);

const Greeting: ComponentType<{ readonly name: string }> = ({ name }) => <p>Hello {name}</p>;

describe("code that comes when it is needed", () => {
  it("is asked for once, and shown at once when it has come before", async () => {
    const load = vi.fn(async () => Greeting);
    const greeting = onDemand("greeting", load);
    const shown = (name: string) => (
      <WithCode code={greeting}>{(Loaded) => <Loaded name={name} />}</WithCode>
    );
    expect(load).not.toHaveBeenCalled();
    render(shown("Ada"));
    expect(screen.queryByText("Hello Ada")).toBeNull();
    await screen.findByText("Hello Ada");
    cleanup();
    render(shown("Grace"));
    expect(screen.getByText("Hello Grace")).toBeTruthy();
    expect(load).toHaveBeenCalledTimes(1);
  });

  it("is asked for again after it could not be loaded", async () => {
    const load = vi
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(new Error("The network is gone."))
      .mockResolvedValue("there");
    const part = onDemand("part", load);
    await expect(part.load()).rejects.toThrow("The network is gone.");
    await loadRest();
    await expect(part.load()).resolves.toBe("there");
    expect(load).toHaveBeenCalledTimes(2);
  });
});
