import { LRUCache } from "lru-cache";

/** Browsers spell headers in few ways, in 200 characters at most. A longer one counts as none: reading it takes long. */
const most = 200;
const longest = 500;

/** The same function of a header, which keeps what it made of those that come again; undefined: no header, or a long one. */
export function memoizedHeader<Value extends {}>(read: (header: string | undefined) => Value) {
  const known = new LRUCache<string, Value>({ max: most });
  const withoutHeader = read(undefined);
  return (header: string | undefined): Value => {
    if (header === undefined || header.length > longest) return withoutHeader;
    const found = known.get(header);
    if (found !== undefined) return found;
    const value = read(header);
    known.set(header, value);
    return value;
  };
}
