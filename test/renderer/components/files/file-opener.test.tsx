// @vitest-environment jsdom
import "../../../support/page-gaps.ts";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { FileOpener } from "../../../../renderer/components/files/file-opener.tsx";

const opened: string[] = [];

function Opener({ label, ending }: { readonly label: string; readonly ending: RegExp }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <FileOpener
      input={input}
      label={label}
      accept=""
      title={`Open ${label}`}
      doing="Opening the file"
      takes={(name) => ending.test(name)}
      open={async (file) => {
        if (file.size === 0) throw new Error(`“${file.name}” is empty.`);
        opened.push(`${label}: ${file.name}`);
      }}
    />
  );
}

function show(): void {
  render(
    <>
      <Opener label="workspaces" ending={/\.zip$/} />
      <Opener label="pictures" ending={/\.png$/} />
    </>,
  );
}

/** @returns whether the browser was left to do what it does with a file: leave the page for it */
const drop = (file: File) =>
  fireEvent.drop(document.body, { dataTransfer: { files: [file], types: ["Files"] } });

afterEach(() => {
  cleanup();
  opened.length = 0;
});

describe("FileOpener", () => {
  it("takes what is dropped on the window and is meant for it, and nothing else", () => {
    show();
    expect(drop(new File(["a"], "map.png"))).toBe(false);
    expect(drop(new File(["b"], "work.zip"))).toBe(false);
    expect(opened).toEqual(["pictures: map.png", "workspaces: work.zip"]);
  });

  it("leaves alone what a panel has taken already", () => {
    show();
    const take = (event: Event) => event.preventDefault();
    document.body.addEventListener("drop", take);
    drop(new File(["a"], "map.png"));
    document.body.removeEventListener("drop", take);
    expect(opened).toEqual([]);
  });

  it("says why a file cannot be opened, until another one is", async () => {
    show();
    drop(new File([], "work.zip"));
    const said = await screen.findByRole("dialog", { name: "Open workspaces" });
    expect(said.textContent).toContain("“work.zip” is empty.");
    drop(new File(["b"], "work.zip"));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(opened).toEqual(["workspaces: work.zip"]);
  });
});
