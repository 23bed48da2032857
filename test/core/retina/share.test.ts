import { MessageChannel, receiveMessageOnPort } from "node:worker_threads";
import { expect, test } from "vitest";
import { attachRetina } from "../../../core/retina/index-retina.ts";
import { openRetina } from "../../../core/retina/open-retina.ts";
import type { RetinaTables } from "../../../core/retina/retina-data.ts";
import { writeRetina } from "../../../core/retina/write-retina.ts";
import { tinyRetinaData } from "../../support/tiny-retina.ts";

/** What arrives on the other side of a message. */
function carried(tables: RetinaTables): RetinaTables {
  const { port1, port2 } = new MessageChannel();
  port1.postMessage(tables);
  const arrived = receiveMessageOnPort(port2)?.message;
  port1.close();
  return arrived;
}

test("another thread gets a retina by message, answers the same, and shares the index instead of copying it", () => {
  const own = openRetina(writeRetina(tinyRetinaData()));
  const tables = carried(own.tables);
  const other = attachRetina(tables);
  expect(other.checksum).toBe(own.checksum);
  const query = own.positions(own.idOf("jaguar"));
  expect(other.positions(other.idOf("jaguar"))).toEqual(query);
  expect(other.similar(query, { offset: 0, limit: 20 })).toEqual(
    own.similar(query, { offset: 0, limit: 20 }),
  );
  expect(other.contexts(query)).toEqual(own.contexts(query));
  const word = (from: RetinaTables) => new Uint32Array(from.index.memory.buffer);
  word(tables)[0] = 77;
  expect(word(own.tables)[0]).toBe(77);
});
