// @vitest-environment jsdom
import "../../../support/page-gaps.ts";
import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { pastedText } from "../../../../renderer/components/files/read-file.ts";
import { TableImport } from "../../../../renderer/components/files/table-import.tsx";

const ROLES = [{ id: "text", title: "Text", isRequired: true }];

function show(source: File | ReturnType<typeof pastedText>) {
  const onAccept = vi.fn();
  render(
    <TableImport
      title="Import examples"
      source={source}
      roles={ROLES}
      noun="example"
      onAccept={onAccept}
      onClose={() => undefined}
    />,
  );
  return onAccept;
}

afterEach(cleanup);

describe("TableImport", () => {
  it("shows how a file is read and hands over the good rows", async () => {
    const person = userEvent.setup();
    const onAccept = show(new File(["id,text\n1,first\n2,\n3,third\n"], "notes.csv"));
    expect(await screen.findByText("notes.csv")).toBeDefined();
    expect(screen.getByText(/UTF-8/)).toBeDefined();
    expect(screen.getByRole("status").textContent).toBe("2 examples, 1 row refused");
    expect(screen.getByText("Nothing in “text”")).toBeDefined();
    await person.click(screen.getByRole("button", { name: "Import the 2 good ones" }));
    expect(onAccept.mock.calls[0]?.[0]).toEqual([
      { line: 2, values: { text: "first" }, cells: ["1", "first"] },
      { line: 4, values: { text: "third" }, cells: ["3", "third"] },
    ]);
  });

  it("lets the header and the column be corrected", async () => {
    const person = userEvent.setup();
    const onAccept = show(pastedText("cat\tdog\nsun\tmoonlight\n"));
    const preview = () => within(screen.getByRole("region", { name: /Preview/ }));
    expect(preview().getByText("Column 1")).toBeDefined();
    await person.click(screen.getByRole("switch"));
    expect(preview().queryByText("Column 1")).toBeNull();
    await person.selectOptions(screen.getByLabelText("Text"), "cat");
    await person.click(screen.getByRole("button", { name: "Import 1 example" }));
    expect(onAccept.mock.calls[0]?.[0]).toEqual([
      { line: 2, values: { text: "sun" }, cells: ["sun", "moonlight"] },
    ]);
  });

  it("does not import nothing", () => {
    show(pastedText(" \n\n"));
    expect(screen.getByText("No rows were found.")).toBeDefined();
    expect(screen.getByRole("button", { name: "Import 0 examples" })).toHaveProperty(
      "disabled",
      true,
    );
  });
});
