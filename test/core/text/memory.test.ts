import { describe, expect, it } from "vitest";
import { Memory } from "../../../core/text/memory.ts";

/** A memory that counts how often it had to work. */
function counted(most: number) {
  const memory = new Memory<string>(most);
  let worked = 0;
  return {
    get: (key: string) =>
      memory.get(key, (own) => {
        worked++;
        return own.toUpperCase();
      }),
    worked: () => worked,
  };
}

const keys = (count: number, name = "key") =>
  Array.from({ length: count }, (_, i) => `${name}${i}`);

describe("Memory", () => {
  it("works once for each key of the last ones", () => {
    const memory = counted(10);
    for (const key of [...keys(10), ...keys(10)]) expect(memory.get(key)).toBe(key.toUpperCase());
    expect(memory.worked()).toBe(10);
  });

  it("keeps what is asked for again and again, however many others come between", () => {
    const memory = counted(10);
    for (const other of keys(200, "other")) {
      memory.get("common");
      memory.get(other);
    }
    expect(memory.worked()).toBe(201);
  });

  it("forgets what nobody has asked for while twice as many came", () => {
    const memory = counted(10);
    memory.get("old");
    for (const other of keys(20, "other")) memory.get(other);
    expect(memory.worked()).toBe(21);
    memory.get("old");
    expect(memory.worked()).toBe(22);
  });

  it("answers very long keys without keeping them", () => {
    const memory = counted(10);
    const long = "x".repeat(101);
    expect([memory.get(long), memory.get(long)]).toEqual([long.toUpperCase(), long.toUpperCase()]);
    expect(memory.worked()).toBe(2);
  });
});
