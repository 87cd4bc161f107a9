import { expect, test } from "vitest";
import { createWorkerThread, messageOf } from "./workers.ts";

const program = `
import { parentPort } from "node:worker_threads";
parentPort.on("message", () => parentPort.postMessage(JSON.stringify(process.env)));
parentPort.postMessage("ready");
`;

test("a thread gets none of the server's settings and secrets", async () => {
  process.env.AUTH_SECRET = "not for threads";
  const thread = createWorkerThread(new URL(`data:text/javascript,${encodeURIComponent(program)}`), 1_000);
  const environment = await thread.use((worker) => {
    worker.postMessage("say it");
    return messageOf(worker, 10_000);
  });
  delete process.env.AUTH_SECRET;
  await thread.end();
  expect(environment).toBe("{}");
});
