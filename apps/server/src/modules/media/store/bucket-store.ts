import { createReadStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { AppError } from "../../../lib/app-error.ts";
import type { BucketAddress } from "../../../lib/bucket-address.ts";
import { Tally } from "../../../lib/tally.ts";
import { type BucketLimits, BucketProblem, connectBucket } from "./bucket.ts";
import { isMediaName, type MediaStore, MediaUnusable } from "./media-store.ts";

export interface StoreLog {
  warn(facts: object, message: string): void;
}

interface Settings {
  readonly incoming: string;
  readonly log: StoreLog;
  readonly limits?: BucketLimits;
}

const retryAfter = 5;

/**
 * Files stored as objects in a bucket. A file is uploaded to its final key before its row commits: until then no one
 * can know the key, and without the row no one can read the file. The sweep removes what a crash leaves behind.
 */
export async function openBucketStore(
  address: BucketAddress,
  { incoming, log, limits }: Settings,
): Promise<MediaStore> {
  await mkdir(incoming, { recursive: true });
  const bucket = connectBucket(address, limits);
  const failures = new Tally();
  const where = `the bucket ${address.bucket} at ${new URL(address.endpoint).host}`;

  /** The caller gets `unavailable`; the operator's log gets the reason. */
  async function doing<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof BucketProblem)) throw error;
      failures.add(what);
      log.warn({ what, problem: error.message }, "the bucket could not be used");
      throw new AppError("unavailable", { retryAfter });
    }
  }

  const put: MediaStore["put"] = async (key, path, facts) => {
    const send = () => bucket.write(key, () => createReadStream(path), facts);
    await doing("write", () => send().catch((error) => (isLasting(error) ? Promise.reject(error) : send())));
    await rm(path, { force: true });
  };
  const remove = (key: string) => doing("remove", () => bucket.remove(key));

  return {
    incoming,
    open: (key, range) => doing("read", () => bucket.read(key, range)),
    since: (key) => doing("read", () => bucket.since(key)),
    async *list() {
      let after: string | undefined;
      do {
        const { keys, next } = await doing("list", () => bucket.names(after));
        // Ignores objects in the bucket that are not Cairn's.
        yield keys.filter(isMediaName);
        after = next;
      } while (after !== undefined);
    },
    hold: put,
    place: async () => {},
    drop: remove,
    put,
    remove,
    async check() {
      try {
        await bucket.probe();
      } catch (error) {
        if (!(error instanceof BucketProblem)) throw error;
        if (error.isRefusal) throw new MediaUnusable(`${where} cannot be used: it ${error.message}`);
        log.warn({ problem: error.message }, `${where} is away: files are not served until it is back`);
      }
    },
    failures,
    close: bucket.close,
  };
}

const isLasting = (error: unknown) => !(error instanceof BucketProblem) || error.isRefusal;
