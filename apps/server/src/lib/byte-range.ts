/** A part of a file: from its byte `start` up to and including its byte `end`. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The range that a Range header requests of a file of `size` bytes (RFC 9110, 14); null for the whole file, which is
 * also the answer to several ranges and to an invalid header.
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | "beyond" | null {
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "") ?? [];
  if (first === "" && last === "") return null;
  if (first === "") return last === "0" ? beyond : within(Math.max(0, size - Number(last)), size - 1);
  if (last !== "" && Number(last) < Number(first)) return null;
  return within(Number(first), last === "" ? size - 1 : Math.min(Number(last), size - 1));
}

const beyond = "beyond";
const within = (start: number, end: number): ByteRange | "beyond" => (start > end ? beyond : { start, end });
