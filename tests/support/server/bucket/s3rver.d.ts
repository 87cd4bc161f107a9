// The parts of s3rver that the tests use; it comes without types of its own.

declare module "s3rver" {
  import type { RequestListener } from "node:http";

  export default class S3rver {
    constructor(options: { directory: string; silent: boolean; vhostBuckets: boolean });
    store: unknown;
    readonly context: { store: unknown };
    callback(): RequestListener;
  }
}

declare module "s3rver/lib/stores/filesystem.js" {
  import type { IncomingMessage } from "node:http";
  import type { Readable } from "node:stream";

  export interface StoredObject {
    readonly bucket: string;
    readonly key: string;
    content: Readable;
    range?: { start: number; end: number };
    readonly metadata: Readonly<Record<string, string>>;
  }

  export interface SentObject extends Omit<StoredObject, "content"> {
    readonly content: IncomingMessage;
  }

  export default class FilesystemStore {
    constructor(directory: string);
    getResourcePath(bucket: string, key: string, resource: string): string;
    putMetadata(bucket: string, key: string, metadata: object, md5: string): Promise<void>;
    putObject(object: SentObject): Promise<{ size: number; md5: string }>;
    listObjects(bucket: string, options: object): Promise<{ isTruncated: boolean }>;
    getObject(
      bucket: string,
      key: string,
      range?: { start?: number; end?: number },
    ): Promise<StoredObject | null>;
  }
}
