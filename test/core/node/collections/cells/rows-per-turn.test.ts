import { expect, it } from "vitest";
import { RowsPerTurn } from "../../../../../core/node/collections/cells/heat.ts";

/** What a turn takes where each row takes so many milliseconds. */
function after(turns: number, perRow: number, turn = new RowsPerTurn()): RowsPerTurn {
  for (let i = 0; i < turns; i++) turn.took(turn.rows * perRow);
  return turn;
}

it("a turn comes to ten milliseconds, whether its rows are slow or quick", () => {
  expect(after(1, 0.1).rows).toBe(100);
  expect(after(1, 0.04).rows).toBe(250);
  const turn = after(5, 0.005);
  expect(turn.rows).toBe(2000);
  expect(after(1, 0.05, turn).rows).toBe(200);
});

it("it never grows to more than twice the rows at a time, and stays between 50 and 4000", () => {
  expect(after(1, 0).rows).toBe(1000);
  expect(after(10, 0).rows).toBe(4000);
  expect(after(3, 5).rows).toBe(50);
  // One turn that the machine held up is forgotten soon.
  const turn = new RowsPerTurn();
  turn.took(10_000);
  expect(after(4, 0.02, turn).rows).toBe(500);
});
