import { webAddress } from "../../features/feeds/model/web-address.ts";

/** The target of a notification: a path of this site or an external URL. */
export interface Place {
  isHere: boolean;
  to: string;
}

/** Null if there is no usable target. Two leading slashes would name another host. */
export function placeOf(url: string | null): Place | null {
  if (url === null) return null;
  if (/^\/(?![/\\])/.test(url)) return { isHere: true, to: url };
  const address = webAddress(url);
  return address && { isHere: false, to: address.href };
}
