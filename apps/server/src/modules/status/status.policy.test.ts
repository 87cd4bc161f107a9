import { describe, expect, test } from "vitest";
import {
  queueLines,
  verdictOnAudit,
  verdictOnBackup,
  verdictOnFeeds,
  verdictOnMail,
  verdictOnQueues,
  verdictOnStorage,
} from "./status.policy.ts";

const jobs = (more: object = {}) => ({
  kind: "digest",
  due: 0,
  overdueSeconds: 0,
  failing: 0,
  lastFailure: null,
  ...more,
});
const mail = (more: object = {}) => ({
  waiting: 0,
  sent_at: null,
  refused_at: null,
  refused_reason: null,
  addresses_refused: 0,
  ...more,
});
const ok = { state: "ok", advice: null };
const gigabyte = 1024 ** 3;

describe("work in the background", () => {
  test("is well while nothing is late and nothing fails", () => {
    expect(verdictOnQueues([jobs({ due: 3, overdueSeconds: 200 })])).toEqual(ok);
    expect(queueLines([jobs({ due: 3, overdueSeconds: 200 })])).toEqual([]);
  });

  test("needs a look once something waits for five minutes or fails, but mail has its own part", () => {
    const late = jobs({ due: 3, overdueSeconds: 600 });
    const failing = jobs({ kind: "webhook", failing: 2, lastFailure: "it answered 500" });
    expect(verdictOnQueues([late, failing])).toMatchObject({
      state: "wrong",
      advice: expect.stringContaining("digest, webhook"),
    });
    expect(verdictOnQueues([jobs({ kind: "mail", failing: 1 })])).toEqual(ok);
    expect(queueLines([late, failing])).toEqual([
      "digest: 3 wait, the first for 10 minutes",
      "webhook: 2 failed and will be tried again; the last said: it answered 500",
    ]);
  });
});

describe("mail", () => {
  test.each([
    ["nothing was ever sent", mail(), jobs()],
    [
      "a mail was sent after one was given up",
      mail({ refused_at: "2026-11-01", sent_at: "2026-11-02" }),
      jobs(),
    ],
  ])("is well where %s", (_case, facts, figures) => {
    expect(verdictOnMail(facts, figures)).toEqual(ok);
  });

  test.each([
    ["does not go out", mail(), jobs({ failing: 1 }), /SMTP_URL/],
    ["was given up last", mail({ refused_at: "2026-11-02", sent_at: "2026-11-01" }), jobs(), /given up/],
    ["is refused by members’ servers", mail({ addresses_refused: 2 }), jobs(), /another address/],
  ])("needs a look where it %s", (_case, facts, figures, advice) => {
    expect(verdictOnMail(facts, figures)).toMatchObject({
      state: "wrong",
      advice: expect.stringMatching(advice),
    });
  });
});

test("a feed whose last try failed needs a look", () => {
  const feed = { name: "videos", source: "live", ageSeconds: 60, failures: 0 } as const;
  expect(verdictOnFeeds([])).toEqual(ok);
  expect(verdictOnFeeds([feed])).toEqual(ok);
  expect(verdictOnFeeds([{ ...feed, source: "stale" }]).state).toBe("wrong");
});

test("storage needs a look below a gigabyte on the disk, and at nine tenths of what files may take", () => {
  const storage = { used_bytes: gigabyte, most_bytes: null, free_bytes: 2 * gigabyte };
  expect(verdictOnStorage(storage)).toEqual(ok);
  expect(verdictOnStorage({ ...storage, free_bytes: null })).toEqual(ok);
  expect(verdictOnStorage({ ...storage, free_bytes: gigabyte / 2 }).state).toBe("wrong");
  expect(verdictOnStorage({ ...storage, most_bytes: 1.05 * gigabyte }).state).toBe("wrong");
});

test("a backup is asked for after a week; one that was never seen is not known rather than wrong", () => {
  const now = new Date("2026-11-20T12:00:00Z");
  expect(verdictOnBackup(new Date("2026-11-14T12:00:00Z"), now)).toEqual(ok);
  expect(verdictOnBackup(new Date("2026-11-12T12:00:00Z"), now).state).toBe("wrong");
  expect(verdictOnBackup(null, now)).toMatchObject({
    state: "unknown",
    advice: expect.stringMatching(/^No backup has been seen/),
  });
});

test("an audit needs a look where something does not match, or the site could not be read", () => {
  expect(verdictOnAudit({ fits: true })).toEqual(ok);
  expect(verdictOnAudit({ fits: false }).advice).toMatch(/does not match/);
  expect(verdictOnAudit({ fits: null }).advice).toMatch(/could not be read/);
  expect(verdictOnAudit(null).state).toBe("unknown");
});
