import Fastify from "fastify";

/** The same framework with nothing in it: a constant body as long as a reply to /compare. */
const [, , length = "0"] = process.argv;
const reply = JSON.stringify({ filler: "x".repeat(Number(length) - 13) });

const app = Fastify();
app.post("/compare", (_, response) =>
  response.header("content-type", "application/json").send(reply),
);
await app.listen({ port: 0, host: "127.0.0.1" });
const address = app.server.address();
console.log(typeof address === "object" ? address?.port : "");
