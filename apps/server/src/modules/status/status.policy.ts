import type { PartState, Status } from "@cairn/contract";
import type { JobFigures } from "../../db/jobs.ts";
import type { FeedFigures } from "../feeds/feeds.service.ts";

/**
 * What is wrong with the server, and what to do about it: for verified admins, and for `npm run admin -- check`, which words
 * jobs and mail the same.
 */

interface Verdict {
  readonly state: PartState;
  readonly advice: string | null;
}

const ok: Verdict = { state: "ok", advice: null };
const wrong = (advice: string): Verdict => ({ state: "wrong", advice });
const unknown = (advice: string): Verdict => ({ state: "unknown", advice });

/** Work that has been due for longer than this, in seconds, is late. */
const late = 5 * 60;
const gigabyte = 1024 ** 3;
/** Share of the site's storage from which on it is nearly full. */
const nearlyFull = 0.9;
const week = 7 * 24 * 60 * 60 * 1000;

const minutesOf = (seconds: number) => `${Math.round(seconds / 60)} minutes`;

/** What to run once mail goes out again. */
export const mailRetry = "once the cause is mended: npm run admin -- mail retry";

const isTroubled = ({ overdueSeconds, failing }: JobFigures) => overdueSeconds > late || failing > 0;

/** What waits for too long or fails, one line each. */
export const queueLines = (kinds: readonly JobFigures[]): string[] =>
  kinds.flatMap(({ kind, due, overdueSeconds, failing, lastFailure }) => [
    ...(overdueSeconds > late ? [`${kind}: ${due} wait, the first for ${minutesOf(overdueSeconds)}`] : []),
    ...(failing > 0
      ? [`${kind}: ${failing} failed and will be tried again; the last said: ${lastFailure}`]
      : []),
  ]);

/** Mail has a verdict of its own. */
export function verdictOnQueues(kinds: readonly JobFigures[]): Verdict {
  const troubled = kinds.filter((figures) => figures.kind !== "mail" && isTroubled(figures));
  if (troubled.length === 0) return ok;
  const names = troubled.map(({ kind }) => kind).join(", ");
  return wrong(
    `Each job is tried again by itself; if it goes on, look in the server’s log for these kinds: ${names}.`,
  );
}

export function verdictOnMail(
  { sent_at: sent, refused_at: refused, addresses_refused: addresses }: Omit<Status["mail"], keyof Verdict>,
  jobs: JobFigures | undefined,
): Verdict {
  if (jobs && isTroubled(jobs))
    return wrong(
      "Check SMTP_URL and the mail server; once mail goes out again, run `npm run admin -- mail retry`.",
    );
  if (refused !== null && (sent === null || refused > sent))
    return wrong("The last mail was given up: mend what the mail server says, and let its sender try again.");
  if (addresses > 0)
    return wrong(
      "Ask these members for another address, or run `npm run admin -- mail retry` once the cause is mended.",
    );
  return ok;
}

export const verdictOnFeeds = (feeds: readonly FeedFigures[]): Verdict =>
  feeds.some(isFailing)
    ? wrong("Readers see an older copy: check the feed’s address and key in the server’s settings.")
    : ok;
export const isFailing = ({ source }: FeedFigures): boolean => source !== "live";

export function verdictOnStorage({
  used_bytes: used,
  most_bytes: most,
  free_bytes: free,
}: Omit<Status["storage"], keyof Verdict>): Verdict {
  if (free !== null && free < gigabyte)
    return wrong("The disk is nearly full: free some room before the site has to refuse what is new.");
  if (most !== null && used > most * nearlyFull)
    return wrong("Files take nearly all that they may: raise SITE_STORAGE_MB, or delete some.");
  return ok;
}

export function verdictOnBackup(seen: Date | null, now: Date): Verdict {
  if (seen === null)
    return unknown(
      "No backup has been seen: if you back up by other means, check those; else run `npm run backup -- FILE`.",
    );
  return now.getTime() - seen.getTime() > week
    ? wrong("The last backup is older than a week: see why it is no longer made.")
    : ok;
}

export function verdictOnAudit(last: Pick<Status["audit"], "fits"> | null): Verdict {
  if (last === null) return unknown("The first audit comes five minutes after the start.");
  if (last.fits === null)
    return wrong("The site could not be read: look for the reason in the server’s log.");
  return last.fits
    ? ok
    : wrong("What readers see does not match the public log: run `npm run admin -- check` at once.");
}
