import { createHash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import FilesystemStore, { type SentObject } from "s3rver/lib/stores/filesystem.js";

/** s3rver's files, with what an object must be able to rely on: see bucket-server.ts. */
export class WholeObjects extends FilesystemStore {
  override async putObject({ bucket, key, content, metadata }: SentObject) {
    const path = this.getResourcePath(bucket, key, "object");
    const draft = `${path}.${randomUUID()}`;
    const [md5, sha256] = [createHash("md5"), createHash("sha256")];
    let size = 0;
    await mkdir(dirname(path), { recursive: true });
    try {
      const measured = async function* (source: AsyncIterable<Buffer>) {
        for await (const chunk of source) {
          md5.update(chunk);
          sha256.update(chunk);
          size += chunk.length;
          yield chunk;
        }
      };
      await pipeline(content, measured, createWriteStream(draft));
      if (sha256.digest("hex") !== content.headers["x-amz-content-sha256"])
        throw new Error("other bytes than signed");
      const hash = md5.digest("hex");
      await this.putMetadata(bucket, key, metadata, hash);
      await rename(draft, path);
      return { size, md5: hash };
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  override async listObjects(bucket: string, options: object) {
    return { ...(await super.listObjects(bucket, options)), isTruncated: false };
  }

  override async getObject(bucket: string, key: string, range?: { start?: number; end?: number }) {
    if (range?.start !== 0 || range.end !== 0) return super.getObject(bucket, key, range);
    const object = await super.getObject(bucket, key);
    object?.content.destroy();
    const content = createReadStream(this.getResourcePath(bucket, key, "object"), range);
    return object && Object.assign(object, { content, range });
  }
}
