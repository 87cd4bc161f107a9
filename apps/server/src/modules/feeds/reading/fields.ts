import { OutsideFailure } from "../../../lib/outside-failure.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** @throws OutsideFailure unless `value` is an object with fields. */
export function asFields(value: unknown, what: string): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new OutsideFailure(`${what} is no object`);
  }
  return value as Fields;
}

/** The field as text, cut to `cap` characters; a field that is not there is empty. */
export function readText(fields: Fields, name: string, cap: number): string {
  const value = fields[name] ?? "";
  if (typeof value !== "string") throw new OutsideFailure(`${name} is no text`);
  return cut(value.trim(), cap);
}

/** The time as the source writes it; empty when nobody could read it. */
export function readTime(fields: Fields, name: string): string {
  const text = readText(fields, name, 60);
  return Number.isNaN(Date.parse(text)) ? "" : text;
}

/** An address of the web, as the source writes it. @throws OutsideFailure for any other scheme, and for none. */
export function readLink(fields: Fields, name: string): string {
  const value = fields[name];
  const text = typeof value === "string" ? value.trim() : "";
  const isLink = /^https?:\/\/[^\s\\\p{Cc}]+$/iu.test(text) && text.length <= 2_000 && URL.canParse(text);
  if (!isLink) throw new OutsideFailure(`${name} is no link to the web`);
  return text;
}

/** Never half of a character. */
export function cut(text: string, cap: number): string {
  if (text.length <= cap) return text;
  const head = text.slice(0, cap);
  return head.isWellFormed() || !text.isWellFormed() ? head : head.slice(0, -1);
}
