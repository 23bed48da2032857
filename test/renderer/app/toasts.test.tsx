// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Toasts } from "../../../renderer/app/notices.tsx";
import { toast } from "../../../renderer/state/toasts.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const wait = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1000));

describe("a confirmation", () => {
  it("goes by itself, but not while its way back has the keyboard", () => {
    render(<Toasts />);
    act(() => toast("Removed jaguar", { label: "Undo", run: () => {} }));
    const button = screen.getByRole("button", { name: "Undo" });
    fireEvent.focus(button);
    wait(30);
    expect(screen.queryByText("Removed jaguar")).not.toBeNull();
    fireEvent.blur(button);
    wait(7);
    expect(screen.queryByText("Removed jaguar")).toBeNull();
    act(() => toast("Pinned lynx"));
    wait(7);
    expect(screen.queryByText("Pinned lynx")).toBeNull();
  });
});
