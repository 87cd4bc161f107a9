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
  /** Milliseconds until the bucket has begun to answer, tries included. */
  readonly answerMs: number;
  /** Milliseconds in which nothing moves, of a file on its way in or out. */
  readonly silenceMs: number;
}

const usualLimits: BucketLimits = { answerMs: 5_000, silenceMs: 15_000 };

/** What went wrong with a bucket, in words without a secret, an address or anything that was sent. */
export class BucketProblem extends Error {
  override readonly name = "BucketProblem";
  /** Whether the bucket itself said no: asking again helps nobody. */
  readonly isRefusal: boolean;

  constructor(words: string, isRefusal = false) {
    super(words);
    this.isRefusal = isRefusal;
  }
}

const silent = { trace() {}, debug() {}, info() {}, warn() {}, error() {} };

// Which version runs is for the lock file to say; whoever starts Cairn can do nothing about this library's plans.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= "true";

/** Signed requests to one bucket, each within bounds of time. @throws BucketProblem, all of them */
export function connectBucket(address: BucketAddress, { answerMs, silenceMs }: BucketLimits = usualLimits) {
  const { endpoint, region, accessKeyId, secretAccessKey, bucket: Bucket } = address;
  // Every reader holds a socket for as long as they read: there are as many as readers.
  const agent = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY };
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
    requestHandler: { httpAgent: agent, httpsAgent: agent, connectionTimeout: answerMs },
    // What stores by other makers understand: a hash in the signature, and no checksums of Amazon's own.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    // It would write to the terminal; what goes wrong is told by whoever asked.
    logger: silent,
    maxAttempts: 2,
    retryMode: "standard",
    useDualstackEndpoint: false,
    useFipsEndpoint: false,
  });
  const answered = <Result>(ask: (abortSignal: AbortSignal) => Promise<Result>) => within(answerMs, ask);

  return {
    /** null where there is no such object. */
    async read(key: string, range?: ByteRange): Promise<Readable | null> {
      const Range = range && `bytes=${range.start}-${range.end}`;
      const command = new GetObjectCommand({ Bucket, Key: key, ...(Range && { Range }) });
      const body = await answered(async (abortSignal) => {
        const { Body, ContentLength } = await client.send(command, { abortSignal });
        if (!(Body instanceof Readable)) throw new BucketProblem("answered without a body");
        // Not before there is something to pass on: until then it can still be said that there is nothing.
        if (ContentLength !== 0) await begun(Body, abortSignal);
        if (!range || ContentLength === range.end - range.start + 1) return Body;
        Body.destroy();
        throw new BucketProblem("answered another range than was asked for");
      }).catch(noSuchKey);
      return body && guardedStream(body, silenceMs);
    },

    /** null where there is no such object. */
    async since(key: string): Promise<Date | null> {
      const command = new HeadObjectCommand({ Bucket, Key: key });
      const answer = await answered((abortSignal) => client.send(command, { abortSignal })).catch(noSuchKey);
      return answer?.LastModified ?? null;
    },

    /** Sends what `open` opens, of which everything is known before: the bucket takes it whole or not at all. */
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
      // Part of what is signed: a bucket refuses bytes that hash to something else.
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

    /** Up to a thousand names, and where the next ones begin. */
    async names(after?: string): Promise<{ keys: string[]; next: string | undefined }> {
      const command = new ListObjectsV2Command({ Bucket, ...(after && { ContinuationToken: after }) });
      // A thousand of them may take a while to gather.
      const { Contents = [], NextContinuationToken } = await within(silenceMs, (abortSignal) =>
        client.send(command, { abortSignal }),
      );
      return { keys: Contents.flatMap(({ Key }) => Key ?? []), next: NextContinuationToken };
    },

    /** Whether it can be used at all. */
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

/** Ends what takes longer. */
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

/** What the client throws names hosts and paths, and may carry whole answers: of all that only codes are kept. */
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
