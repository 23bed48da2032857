import { expect, it } from "vitest";
import { WrongKeys } from "../../../../core/node/http/sign-in.ts";

function atTime() {
  const clock = { now: 1_000_000 };
  return { clock, keys: new WrongKeys(() => clock.now) };
}

it("lets a person mistype, and then doubles the wait up to a few seconds", () => {
  const { clock, keys } = atTime();
  const waits = Array.from({ length: 11 }, () => {
    const wait = keys.wait("192.0.2.1");
    clock.now += wait * 1000;
    expect(keys.wait("192.0.2.1")).toBe(0);
    keys.add("192.0.2.1");
    return wait;
  });
  expect(waits).toEqual([0, 0, 0, 0, 0, 1, 2, 4, 8, 8, 8]);
});

it("forgets with the right key, and with time", () => {
  const { clock, keys } = atTime();
  const tire = () => {
    for (let i = 0; i < 9; i++) keys.add("192.0.2.1");
    expect(keys.wait("192.0.2.1")).toBe(8);
  };
  tire();
  keys.forget("192.0.2.1");
  expect(keys.wait("192.0.2.1")).toBe(0);
  tire();
  clock.now += 3_600_000;
  keys.add("192.0.2.1");
  expect(keys.wait("192.0.2.1")).toBe(0);
});

it("keeps addresses apart, but not those of one network of the newer kind", () => {
  const { keys } = atTime();
  for (let i = 0; i < 9; i++) keys.add(`2001:db8::${i}`);
  expect(keys.wait("2001:db8:0:0:ffff::1")).toBe(8);
  expect(keys.wait("2001:db8:0:1::1")).toBe(0);
  for (let i = 0; i < 9; i++) keys.add("::ffff:192.0.2.1");
  expect(keys.wait("::ffff:192.0.2.1")).toBe(8);
  expect(keys.wait("::ffff:192.0.2.2")).toBe(0);
  expect(keys.wait("::1")).toBe(0);
});

it("remembers a bounded number of addresses", () => {
  const { keys } = atTime();
  const tire = (address: string) => {
    for (let i = 0; i < 9; i++) keys.add(address);
  };
  tire("192.0.2.1");
  for (let i = 0; i < 999; i++) keys.add(`10.0.${i >> 8}.${i & 255}`);
  expect(keys.wait("192.0.2.1")).toBe(8);
  keys.add("10.9.9.9");
  expect(keys.wait("192.0.2.1")).toBe(0);
});
