import { LRUCache } from "lru-cache";

/** Browsers spell headers in few ways. Longer ones, in characters, are read each time. */
const most = 200;
const longest = 500;

/** The same function of a header, which keeps what it made of those that come again; undefined: no header. */
export function memoizedHeader<Value extends {}>(read: (header: string | undefined) => Value) {
  const known = new LRUCache<string, Value>({ max: most });
  const withoutHeader = read(undefined);
  return (header: string | undefined): Value => {
    if (header === undefined) return withoutHeader;
    if (header.length > longest) return read(header);
    const found = known.get(header);
    if (found !== undefined) return found;
    const value = read(header);
    known.set(header, value);
    return value;
  };
}
