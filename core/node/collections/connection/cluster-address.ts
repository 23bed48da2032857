import { badInput } from "../../../errors.ts";
import { isLoopbackName } from "../../config/loopback.ts";

const MOST_ADDRESSES = 50;
const LONGEST_ADDRESS = 2000;

/**
 * Addresses of nodes from what a person wrote, e.g. `https://one:9200,https://two:9200`.
 * @throws bad-input; never repeats an address with a password in it
 */
export function readAddresses(written: readonly string[], field = "collections"): string[] {
  const parts = written.flatMap((text) => text.split(",")).map((text) => text.trim());
  const addresses = parts.filter((part) => part !== "");
  if (addresses.length === 0)
    throw badInput(field, `“${field}” names no address; write one such as https://localhost:9200.`);
  if (addresses.length > MOST_ADDRESSES)
    throw badInput(
      field,
      `“${field}” names more than ${MOST_ADDRESSES} addresses; a few of the nodes are enough.`,
    );
  return [...new Set(addresses.map((address) => readAddress(address, field)))];
}

function readAddress(address: string, field: string): string {
  const url =
    address.length <= LONGEST_ADDRESS && URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || (url.protocol !== "http:" && url.protocol !== "https:"))
    throw badInput(
      field,
      `“${field}” needs addresses such as https://localhost:9200; one of them is none.`,
    );
  if (url.username !== "" || url.password !== "")
    throw badInput(
      field,
      `“${field}” must not hold a user name or password, since others can read it; put them into SEMASCOPE_CLUSTER_USER and SEMASCOPE_CLUSTER_PASSWORD, or into a file that SEMASCOPE_CLUSTER_CREDENTIALS names.`,
    );
  if (url.search !== "" || url.hash !== "")
    throw badInput(
      field,
      `“${field}” takes addresses without “?” and “#”, such as https://localhost:9200.`,
    );
  return url.href.replace(/\/$/, "");
}

/** @throws bad-input where a password would cross a network in the clear */
export function checkPasswordIsSafe(urls: readonly string[], field = "collections"): void {
  const open = urls.find((url) => {
    const { protocol, hostname } = new URL(url);
    return protocol === "http:" && !isLoopbackName(hostname.replace(/^\[|\]$/g, ""));
  });
  if (open !== undefined)
    throw badInput(field, `The password would be sent to ${open} without encryption; use https.`);
}
