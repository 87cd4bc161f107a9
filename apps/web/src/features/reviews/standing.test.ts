import { sampleDetail, sampleReview } from "@tests/support/web/content-samples.ts";
import { expect, test } from "vitest";
import { standingOf } from "./standing.ts";

const approval = sampleReview({ revision: 2 });

test("a published revision with an approving row is verified", () => {
  expect(standingOf(sampleDetail({ revision: 2 }), [approval])).toEqual({
    kind: "verified",
    review: approval,
  });
});

test("a published revision without a row of its own is not, whatever its status says", () => {
  expect(standingOf(sampleDetail({ revision: 3 }), [approval])).toEqual({
    kind: "unverified",
    lastWord: undefined,
  });
});

test("an approval does not outlive the publication", () => {
  const flag = sampleReview({
    seq: 13,
    revision: 2,
    decision: "flagged",
    reason: "The steps are out of order.",
  });
  const item = sampleDetail({ revision: 2, status: "Flagged" });
  expect(standingOf(item, [flag, approval])).toEqual({ kind: "unverified", lastWord: flag });
});

test("a newer waiting revision makes the mark stale for those who may see it", () => {
  const item = sampleDetail({ revision: 2, pending_revision: 3 });
  expect(standingOf(item, [approval])).toEqual({ kind: "stale", review: approval, newer: 3 });
});
