import { describe, expect, test } from "vitest";
import { askFrom, day, dueFrom, type StandingFacts, standingAt } from "./standing.policy.ts";

const verifiedAt = new Date("2027-01-01T00:00:00Z");
const after = (days: number) => new Date(verifiedAt.getTime() + days * day);
const facts = (more: Partial<StandingFacts> = {}): StandingFacts => ({
  isPublished: true,
  verifiedAt,
  goodUntil: after(180),
  supersededBy: null,
  reasons: [],
  ...more,
});
const reason = (kind: StandingFacts["reasons"][number]["kind"], days: number) => ({
  kind,
  text: "A reason",
  since: after(days).toISOString(),
});

describe("the mark", () => {
  test.each([
    ["verified on its first day", facts(), 0, "verified", 150],
    ["verified until 30 days before its date", facts(), 149.999, "verified", 150],
    ["due from then on", facts(), 150, "due", 180],
    ["due past its date", facts(), 5_000, "due", null],
    ["verified for two thirds of a short time", facts({ goodUntil: after(60) }), 39.999, "verified", 40],
    ["due for the last third of a short time", facts({ goodUntil: after(60) }), 40, "due", 60],
    ["verified without end", facts({ goodUntil: null }), 5_000, "verified", null],
    ["due with a reviewer's reason", facts({ reasons: [reason("review", 1)] }), 2, "due", 150],
    ["outdated by links", facts({ reasons: [reason("links", 1)] }), 2, "outdated", 150],
    ["verified until a version ends", facts({ reasons: [reason("label", 10)] }), 9.999, "verified", 10],
    ["outdated from the end of a version on", facts({ reasons: [reason("label", 10)] }), 10, "outdated", 150],
    ["outdated rather than due", facts({ reasons: [reason("label", 10)] }), 200, "outdated", null],
    [
      "superseded rather than outdated",
      facts({ supersededBy: 7, reasons: [reason("label", 0)] }),
      200,
      "superseded",
      null,
    ],
    ["nothing while nothing is public", facts({ isPublished: false }), 0, null, null],
  ] as const)("says %s", (_name, item, days, standing, turns) => {
    const found = standingAt(item, after(days));
    expect(found.standing).toBe(standing);
    expect(found.turnsAt).toEqual(turns === null ? null : after(turns));
  });

  test("says which day it is good until, and that it was", () => {
    const since = after(150).toISOString();
    const texts = [151, 181].map((days) => standingAt(facts(), after(days)).reasons);
    expect(texts).toEqual([
      [{ kind: "age", text: "Its verification ends on 30 June 2027", since }],
      [{ kind: "age", text: "Its verification ended on 30 June 2027", since }],
    ]);
  });
});

test("an author is asked 14 days before an item is due, but not before half of its time", () => {
  const asked = [180, 90, 60, 30].map((days) => {
    const goodUntil = after(days);
    return [dueFrom(verifiedAt, goodUntil), askFrom(verifiedAt, goodUntil)];
  });
  expect(asked).toEqual([
    [after(150), after(136)],
    [after(60), after(46)],
    [after(40), after(30)],
    [after(20), after(15)],
  ]);
});
