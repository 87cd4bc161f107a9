import { webAddress } from "../../features/feeds/model/web-address.ts";

/** Where a notification leads: a path of this site, or an address of the web. */
export interface Place {
  isHere: boolean;
  to: string;
}

/** Null for what leads nowhere. Two slashes at the start would name another host. */
export function placeOf(url: string | null): Place | null {
  if (url === null) return null;
  if (/^\/(?![/\\])/.test(url)) return { isHere: true, to: url };
  const address = webAddress(url);
  return address && { isHere: false, to: address.href };
}
