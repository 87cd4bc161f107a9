import { useState } from "react";
import { mediaSource } from "./media-source.ts";

/** Which file an address names, however it is signed. */
export const fileAt = (address: string) => address.split("?", 1)[0];

/**
 * Every answer signs the address of an unpublished file anew, and a film that was given the new one would begin
 * again. The first is kept until it fails, for a signature expires, or until another file is named.
 */
export function useKeptAddress(latest: string) {
  const [address, setAddress] = useState(latest);
  const [failed, setFailed] = useState(false);
  if (address !== latest && (failed || fileAt(address) !== fileAt(latest))) {
    setAddress(latest);
    setFailed(false);
  }
  return { source: mediaSource(address), failed, onError: () => setFailed(true) };
}
