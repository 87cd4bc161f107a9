import { createHash } from "node:crypto";
import { uuidFrom } from "./syndication.service.ts";

/** The namespace of podcasts. */
const podcasts = Buffer.from("ead4c236bf5858c6a2c6a6b28d128cb6", "hex");

/** The UUID that Podcasting 2.0 gives the podcast at an address: version 5, so by SHA-1. It protects nothing. */
export const podcastGuid = (address: string): string =>
  uuidFrom(
    createHash("sha1")
      .update(podcasts)
      .update(address.replace(/^\w+:\/\//, ""))
      .digest(),
    5,
  );
