import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { followGuide, missingLine, readSteps } from "../support/site/guide.ts";
import { startServer } from "../support/site/server.ts";
import { expect, test } from "../support/site/test.ts";

test("the API tour works as printed against a fresh server", async () => {
  const steps = await readSteps("guides/api-tour.md");
  expect(steps.length).toBeGreaterThan(10);
  const server = await startServer();
  const folder = await mkdtemp(join(tmpdir(), "cairn-tour-"));
  const printed = await followGuide(steps, folder, ["http://localhost:5000", server.url]);
  await server.stop();
  await rm(folder, { recursive: true });
  for (const [index, { command, expected }] of steps.entries()) {
    const output = printed[index] ?? "";
    expect(missingLine(expected, output), `${command}\nprinted\n${output}`).toBeNull();
  }
});
