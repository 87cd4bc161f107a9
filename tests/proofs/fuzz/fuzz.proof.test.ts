import fc from "fast-check";
import { afterAll, beforeAll, describe, test } from "vitest";
import { hashAtLeastCost } from "../../support/server/argon2.ts";
import { goLive, type LiveSite } from "../../support/server/live.ts";
import { batchesOf, casesOn, patience, settingsFor, sites } from "./counts.ts";
import { forms } from "./forms.ts";
import { garbage } from "./garbage.ts";
import { probe, tally } from "./oracle.ts";
import { nearValid } from "./requests.ts";
import { visit, visits } from "./sockets.ts";
import { stories, tell } from "./stories.ts";
import { buildWorld, type World } from "./world.ts";

beforeAll(() => hashAtLeastCost(true));
afterAll(() => {
  hashAtLeastCost(false);
  const counts = [...tally].sort().map(([kind, count]) => `${count} ${kind}`);
  process.stdout.write(`FIGURE calls answered: ${counts.join(", ")}\n`);
});

/**
 * Promise 6: whatever is sent, no answer is a 5xx, none tells anything of the insides, and what is refused changes
 * nothing. FUZZ_CASES says how many; FUZZ_SEED repeats a run.
 */
describe.each(sites)("on site $number", (site) => {
  let world: World;
  let live: LiveSite;
  beforeAll(async () => {
    world = await buildWorld();
    live = await goLive(world.app);
  });
  afterAll(() => world.app.close());

  /** One kind of cases, in lists of them. */
  function kind<Case>(
    name: string,
    share: number,
    casesOf: () => fc.Arbitrary<Case[]> | Promise<fc.Arbitrary<Case[]>>,
    run: (cases: Case[]) => Promise<void>,
  ): void {
    const cases = casesOn(site, share);
    const work = async () => fc.assert(fc.asyncProperty(await casesOf(), run), settingsFor(cases));
    test(`${cases} ${name}`, work, patience(cases));
  }

  // First, while the categories are there.
  kind(
    "steps of stories end sessions and things for good",
    0.15,
    () => stories,
    (steps) => tell(world, steps),
  );
  kind(
    "calls with one thing wrong at most are refused or done, and nothing in between",
    0.5,
    () => batchesOf(nearValid(world.calls)),
    (requests) => probe(world, requests),
  );
  kind(
    "calls that make no sense are refused and change nothing",
    0.25,
    () => batchesOf(garbage(world.calls)),
    (requests) => probe(world, requests),
  );
  kind(
    "forms, nearly right and broken, leave nothing behind",
    0.05,
    async () => batchesOf(await forms()),
    (requests) => probe(world, requests),
  );
  kind(
    "visits by socket break and change nothing",
    0.05,
    () => batchesOf(visits),
    (list) => visit(world, live, list),
  );
});
