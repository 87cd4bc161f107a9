import { once } from "node:events";
import { Readable } from "node:stream";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import type { BucketAddress } from "../../../lib/bucket-address.ts";
import type { ByteRange } from "../../../lib/byte-range.ts";
import { guardedStream } from "./guarded-stream.ts";
import type { FileFacts } from "./media-store.ts";

export interface BucketLimits {
  /** Milliseconds until the bucket must have started to answer, retries included. */
  readonly answerMs: number;
  /** Milliseconds without progress after which a transfer is aborted. */
  readonly silenceMs: number;
}

const usualLimits: BucketLimits = { answerMs: 5_000, silenceMs: 15_000 };

/** A bucket failure, in a message without secrets, addresses or anything that was sent. */
export class BucketProblem extends Error {
  override readonly name = "BucketProblem";
  /** Whether the bucket itself refused: retrying is pointless. */
  readonly isRefusal: boolean;

  constructor(words: string, isRefusal = false) {
    super(words);
    this.isRefusal = isRefusal;
  }
}

const silent = { trace() {}, debug() {}, info() {}, warn() {}, error() {} };

// The lock file pins the version; the person who starts Cairn cannot act on this library's version warning.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= "true";

/** Signed requests to one bucket, each within time limits. @throws BucketProblem (every method) */
export function connectBucket(address: BucketAddress, { answerMs, silenceMs }: BucketLimits = usualLimits) {
  const { endpoint, region, accessKeyId, secretAccessKey, bucket: Bucket } = address;
  // Each reader holds a socket while reading, so the number of sockets is not limited.
  const agent = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY };
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
    requestHandler: { httpAgent: agent, httpsAgent: agent, connectionTimeout: answerMs },
    // Works with stores of other vendors: a hash in the signature, and none of Amazon's own checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    // Silenced: the caller reports errors.
    logger: silent,
    maxAttempts: 2,
    retryMode: "standard",
    useDualstackEndpoint: false,
    useFipsEndpoint: false,
  });
  const answered = <Result>(ask: (abortSignal: AbortSignal) => Promise<Result>) => within(answerMs, ask);

  return {
    /** null if there is no such object. */
    async read(key: string, range?: ByteRange): Promise<Readable | null> {
      const Range = range && `bytes=${range.start}-${range.end}`;
      const command = new GetObjectCommand({ Bucket, Key: key, ...(Range && { Range }) });
      const body = await answered(async (abortSignal) => {
        const { Body, ContentLength } = await client.send(command, { abortSignal });
        if (!(Body instanceof Readable)) throw new BucketProblem("answered without a body");
        // Waits for the first bytes: until then the call can still fail cleanly.
        if (ContentLength !== 0) await begun(Body, abortSignal);
        if (!range || ContentLength === range.end - range.start + 1) return Body;
        Body.destroy();
        throw new BucketProblem("answered another range than was asked for");
      }).catch(noSuchKey);
      return body && guardedStream(body, silenceMs);
    },

    /** null if there is no such object. */
    async since(key: string): Promise<Date | null> {
      const command = new HeadObjectCommand({ Bucket, Key: key });
      const answer = await answered((abortSignal) => client.send(command, { abortSignal })).catch(noSuchKey);
      return answer?.LastModified ?? null;
    },

    /**
     * Uploads the stream that `open` opens. Size and hash are known beforehand, so the bucket accepts it completely or
     * not at all.
     */
    async write(key: string, open: () => Readable, { bytes, sha256, type }: FileFacts): Promise<void> {
      const call = new AbortController();
      const silence = setTimeout(() => call.abort(), silenceMs);
      const body = open();
      body.on("data", () => silence.refresh()).on("error", () => call.abort());
      const command = new PutObjectCommand({
        Bucket,
        Key: key,
        Body: body.pause(),
        ContentLength: bytes,
        ContentType: type,
      });
      // The hash is signed, so the bucket refuses bytes that do not match it.
      command.middlewareStack.add(
        (next) => (sent) => {
          const { headers } = sent.request as { headers: Record<string, string> };
          headers["x-amz-content-sha256"] = Buffer.from(sha256).toString("hex");
          return next(sent);
        },
        { step: "build", name: "hashOfTheFile" },
      );
      try {
        await client.send(command, { abortSignal: call.signal });
      } catch (error) {
        throw problemOf(error);
      } finally {
        clearTimeout(silence);
        body.destroy();
      }
    },

    async remove(key: string): Promise<void> {
      const command = new DeleteObjectCommand({ Bucket, Key: key });
      await answered((abortSignal) => client.send(command, { abortSignal })).catch(noSuchKey);
    },

    /** Up to a thousand names, and the token for the next page. */
    async names(after?: string): Promise<{ keys: string[]; next: string | undefined }> {
      const command = new ListObjectsV2Command({ Bucket, ...(after && { ContinuationToken: after }) });
      // Listing a thousand names may take a while.
      const { Contents = [], NextContinuationToken } = await within(silenceMs, (abortSignal) =>
        client.send(command, { abortSignal }),
      );
      return { keys: Contents.flatMap(({ Key }) => Key ?? []), next: NextContinuationToken };
    },

    /** Checks that the bucket can be used at all. */
    async probe(): Promise<void> {
      const command = new ListObjectsV2Command({ Bucket, MaxKeys: 1 });
      await answered((abortSignal) => client.send(command, { abortSignal }));
    },

    close: () => client.destroy(),
  };
}

async function begun(body: Readable, signal: AbortSignal): Promise<void> {
  try {
    await once(body, "readable", { signal });
  } catch (error) {
    body.destroy();
    throw error;
  }
}

/** Aborts a call that takes longer. */
async function within<Result>(ms: number, ask: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const call = new AbortController();
  const overdue = setTimeout(() => call.abort(), ms);
  try {
    return await ask(call.signal);
  } catch (error) {
    throw problemOf(error);
  } finally {
    clearTimeout(overdue);
  }
}

/** The client's errors name hosts and paths and may contain whole answers, so only their codes are kept. */
function problemOf(error: unknown): BucketProblem {
  if (error instanceof BucketProblem) return error;
  const { name = "", code = "", $metadata } = error as Failure;
  const status = $metadata?.httpStatusCode;
  if (status === 404 && (name === "NoSuchKey" || name === "NotFound"))
    return new NoSuchKey("has no such file");
  const word = [code, name].find((text) => /^[A-Za-z][A-Za-z0-9_]{0,60}$/.test(text)) ?? "no reason given";
  if (status === undefined || status < 300)
    return new BucketProblem(
      name === "AbortError" ? "gave no answer in time" : `could not be reached (${word})`,
    );
  const isRefusal = status < 500 && status !== 408 && status !== 429;
  return new BucketProblem(`answered ${status} (${name === "" ? word : name})`, isRefusal);
}

interface Failure {
  readonly name?: string;
  readonly code?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

class NoSuchKey extends BucketProblem {}

function noSuchKey(error: unknown): null {
  if (error instanceof NoSuchKey) return null;
  throw error;
}
