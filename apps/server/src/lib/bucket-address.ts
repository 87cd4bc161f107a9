import { isIP } from "node:net";
import { isPrivateName, isPublicAddress } from "./public-lookup.ts";

/** A bucket of an S3-compatible store, and the key to it. */
export interface BucketAddress {
  /** The address of the store: the bucket is the first part of its paths. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  /** Must not appear in logs or answers. */
  readonly secretAccessKey: string;
}

/** The default region, for stores without regions; Amazon needs the real one. */
const usualRegion = "us-east-1";

/**
 * Reads `https://KEY:SECRET@host/bucket?region=...`; null for anything else. Plain http is only allowed to private
 * hosts.
 */
export function readBucketAddress(text: string): BucketAddress | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  const [, bucket] = /^\/([A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9])\/?$/.exec(url?.pathname ?? "") ?? [];
  if (!url || !bucket || url.hash) return null;
  const isSafe = url.protocol === "https:" || (url.protocol === "http:" && isOwnHost(url.hostname));
  const region = url.searchParams.get("region") ?? usualRegion;
  const accessKeyId = decoded(url.username);
  const secretAccessKey = decoded(url.password);
  const hasOnlyRegion = [...url.searchParams.keys()].every((name) => name === "region");
  if (!isSafe || !hasOnlyRegion || !/^[a-z0-9-]+$/i.test(region) || !accessKeyId || !secretAccessKey)
    return null;
  return { endpoint: url.origin, bucket, region, accessKeyId, secretAccessKey };
}

function isOwnHost(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  return isIP(host) === 0 ? isPrivateName(host) : !isPublicAddress(host);
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null; // a % that does not begin a %XX
  }
}
