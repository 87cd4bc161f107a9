import { describe, expect, test } from "vitest";
import { lookAgain } from "./second-look.mjs";

const late = { file: "apps/web/src/a.test.tsx", name: "shows the date", message: "not found" };
const lost = { file: "tests/journeys/writing.ts", line: 7, name: "sends a film", message: "timed out" };
const nobody = { name: "outside any test", message: "the global setup failed" };
const passes = async () => ({ ok: true, failures: [] });

/**
 * @param {string} command
 * @param {import("./results.mjs").Failure[]} failures
 */
const run = (command, failures) => ({ command, failed: failures.length, failures });

describe("the second look at what failed", () => {
  test("runs each file once more, by the command and the part that ran it, and calls unstable what passes then", async () => {
    /** @type {string[][]} */
    const asked = [];
    const twice = { ...late, name: "shows the time" };
    const scale = { ...lost, file: "tests/scale/kills.ts" };
    const server = { ...late, file: "tests/proofs/nonsense.test.ts" };

    const { unstable, failures } = await lookAgain(
      [run("test", [late, twice, lost]), run("test:scale", [scale, server])],
      async ({ command }, part, file) => {
        asked.push([command, part, file]);
        return passes();
      },
    );

    expect(asked).toEqual([
      ["test", "web", "apps/web/src/a.test.tsx"],
      ["test", "e2e", "tests/journeys/writing.ts"],
      ["test:scale", "instances", "tests/scale/kills.ts"],
      ["test:scale", "server", "tests/proofs/nonsense.test.ts"],
    ]);
    expect(failures).toEqual([]);
    expect(unstable).toContain("apps/web/src/a.test.tsx > shows the date: not found");
    expect(unstable).toHaveLength(5);
  });

  test("leaves failed what fails again, with the message of the second time", async () => {
    const again = { ...late, message: "not found again" };
    const result = await lookAgain([run("test", [late, lost])], async (_run, part) =>
      part === "web" ? { ok: false, failures: [again] } : passes(),
    );

    expect(result.failures).toEqual(["apps/web/src/a.test.tsx > shows the date: not found again"]);
    expect(result.unstable).toEqual(["tests/journeys/writing.ts:7 > sends a film: timed out"]);
  });

  test("leaves failed what ends without a word the second time", async () => {
    const result = await lookAgain([run("test", [late])], async () => ({ ok: false, failures: [] }));
    expect(result).toEqual({
      unstable: [],
      failures: ["apps/web/src/a.test.tsx > shows the date: not found"],
    });
  });

  test.each([
    [
      "more than five tests failed",
      [
        run(
          "test",
          Array.from({ length: 6 }, () => late),
        ),
      ],
    ],
    ["something failed that no file can be blamed for", [run("test", [late, nobody])]],
    ["something failed that has no name", [{ command: "test", failed: 2, failures: [late] }]],
  ])("is not taken when %s", async (_case, runs) => {
    const result = await lookAgain(runs, () => Promise.reject(new Error("it was taken")));
    expect(result.unstable).toEqual([]);
    expect(result.failures).toHaveLength(runs[0]?.failures.length ?? 0);
  });
});
