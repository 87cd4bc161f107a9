import { headOf } from "../../../lib/cut-text.ts";
import { ExternalFailure } from "../../../lib/external-failure.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** @throws ExternalFailure unless `value` is an object with fields. */
export function asFields(value: unknown, what: string): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new ExternalFailure(`${what} is no object`);
  }
  return value as Fields;
}

/** The field as text, cut to `cap` characters; empty if the field is missing. */
export function readText(fields: Fields, name: string, cap: number): string {
  const value = fields[name] ?? "";
  if (typeof value !== "string") throw new ExternalFailure(`${name} is no text`);
  return headOf(value.trim(), cap);
}

/** The time as the source writes it; empty if it cannot be parsed. */
export function readTime(fields: Fields, name: string): string {
  const text = readText(fields, name, 60);
  return Number.isNaN(Date.parse(text)) ? "" : text;
}

/** A web address, as the source writes it. @throws ExternalFailure if it is missing or has another scheme. */
export function readLink(fields: Fields, name: string): string {
  const value = fields[name];
  const text = typeof value === "string" ? value.trim() : "";
  const isLink = /^https?:\/\/[^\s\\\p{Cc}]+$/iu.test(text) && text.length <= 2_000 && URL.canParse(text);
  if (!isLink) throw new ExternalFailure(`${name} is no link to the web`);
  return text;
}
