import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { openBucketServer } from "../bucket/bucket-server.ts";
import { testKey } from "../bucket/signature.ts";

// A bucket's server as a process of its own, for tests that stop or kill it: `bucket-program.js DIRECTORY BUCKET [PORT]`.
// Its one line is what MEDIA_S3_URL has to be.
const [directory = "", bucket = "", port = "0"] = process.argv.slice(2);
mkdirSync(join(directory, bucket), { recursive: true });
const { endpoint } = await openBucketServer({ directory, port: Number(port) });
const url = new URL(`${endpoint}/${bucket}`);
url.username = testKey.accessKeyId;
url.password = encodeURIComponent(testKey.secretAccessKey);
process.stdout.write(`${url}\n`);
