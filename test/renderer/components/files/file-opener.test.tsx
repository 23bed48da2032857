// @vitest-environment jsdom
import "../../../support/page-gaps.ts";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, describe, expect, it } from "vitest";
import type { Kind } from "../../../../core/tables/what-is-it.ts";
import { FileOpener } from "../../../../renderer/components/files/file-opener.tsx";

const opened: string[] = [];

function Opener({ label, kind: own }: { readonly label: string; readonly kind: Kind }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <FileOpener
      input={input}
      label={label}
      accept=""
      title={`Open ${label}`}
      doing="Opening the file"
      takes={({ kind }) => kind === own}
      open={async (file) => {
        if (file.name === "bad.json") throw new Error(`“${file.name}” is damaged.`);
        opened.push(`${label}: ${file.name}`);
      }}
    />
  );
}

function show(): void {
  render(
    <>
      <Opener label="workspaces" kind="workspace" />
      <Opener label="pictures" kind="picture" />
    </>,
  );
}

/** @returns whether the browser was left to do what it does with a file: leave the page for it */
const drop = (file: File) =>
  fireEvent.drop(document.body, { dataTransfer: { files: [file], types: ["Files"] } });

const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const WORKSPACE = '{"format":"semascope-workspace"}';

afterEach(() => {
  cleanup();
  opened.length = 0;
});

describe("FileOpener", () => {
  it("takes what is dropped on the window by its content, and nothing else", async () => {
    show();
    expect(drop(new File([PNG], "map.png"))).toBe(false);
    await waitFor(() => expect(opened).toEqual(["pictures: map.png"]));
    expect(drop(new File([WORKSPACE], "work.json"))).toBe(false);
    await waitFor(() => expect(opened).toEqual(["pictures: map.png", "workspaces: work.json"]));
    // Rows are neither; the browser must not leave the page for them.
    expect(drop(new File(['[{"id":1}]'], "rows.json"))).toBe(false);
    drop(new File([PNG], "a picture.json"));
    await waitFor(() => expect(opened).toHaveLength(3));
    expect(opened.at(-1)).toBe("pictures: a picture.json");
  });

  it("leaves alone what a panel has taken already", async () => {
    show();
    const take = (event: Event) => event.preventDefault();
    document.body.addEventListener("drop", take);
    drop(new File([PNG], "first.png"));
    document.body.removeEventListener("drop", take);
    drop(new File([PNG], "second.png"));
    await waitFor(() => expect(opened).toEqual(["pictures: second.png"]));
  });

  it("says why a file cannot be opened, until another one is", async () => {
    show();
    drop(new File([WORKSPACE], "bad.json"));
    const said = await screen.findByRole("dialog", { name: "Open workspaces" });
    expect(said.textContent).toContain("“bad.json” is damaged.");
    drop(new File([WORKSPACE], "work.json"));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(opened).toEqual(["workspaces: work.json"]);
  });
});
