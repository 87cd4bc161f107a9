import {
  isOneLine,
  type LanguageCode,
  languageCodes,
  limits,
  oneForm,
  oneLineRefusal,
  type ProfileChange,
  type SocialLink,
} from "@cairn/contract";
import { fieldError } from "../../lib/app-error.ts";

const { socialLinkCount, socialLinkLength, socialLinkLabelLength, interestCount, interestLength } = limits;

/** Accepts links in any of the contract's formats and answers them as a list. */
export function readSocialLinks(sent: NonNullable<ProfileChange["social_links"]>): SocialLink[] {
  const links = typeof sent === "string" ? linksInText(sent) : linksInValue(sent);
  if (links.length > socialLinkCount)
    throw fieldError("social_links", `must be ${socialLinkCount} links at most`);
  return links.map(({ label, url }) => {
    const address = readAddress(url);
    if (!isOneLine(label.trim())) throw fieldError("social_links", oneLineRefusal);
    return { label: label.trim() || hostOf(address), url: address };
  });
}

type LooseLink = { label: string; url: string };

function linksInText(text: string): LooseLink[] {
  const value = parseJson(text);
  if (typeof value === "object" && value !== null) return linksInValue(value);
  const words = typeof value === "string" ? value : text;
  return words
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((url) => ({ label: "", url }));
}

/** A list of {label, url} or of addresses, or an object of addresses by label. */
function linksInValue(value: object): LooseLink[] {
  const links = Array.isArray(value)
    ? value.map((link: unknown) => (typeof link === "string" ? { label: "", url: link } : link))
    : Object.entries(value).map(([label, url]) => ({ label, url }));
  const filled = links.filter((link) => !(isLink(link) && link.url.trim() === ""));
  if (!filled.every(isLink)) throw fieldError("social_links", "must be a list of {label, url}");
  return filled;
}

function isLink(value: unknown): value is LooseLink {
  if (typeof value !== "object" || value === null || !("url" in value) || typeof value.url !== "string")
    return false;
  return "label" in value && typeof value.label === "string" && value.label.length <= socialLinkLabelLength;
}

/**
 * The address as typed, with https:// added if it has no scheme. Only web addresses are accepted, because it becomes a
 * link.
 */
function readAddress(typed: string): string {
  const text = typed.trim();
  const address = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text.replace(/^\/+/, "")}`;
  const url = URL.canParse(address) ? new URL(address) : null;
  const isWeb =
    url && ["http:", "https:"].includes(url.protocol) && url.hostname.includes(".") && !url.username;
  if (!isWeb || address.length > socialLinkLength) {
    throw fieldError("social_links", `must be web addresses of at most ${socialLinkLength} characters`);
  }
  return address;
}

const hostOf = (address: string) =>
  new URL(address).hostname.replace(/^www\./, "").slice(0, socialLinkLabelLength);

/** Trimmed, without empty ones and duplicates (ignoring case). */
export function readInterests(sent: NonNullable<ProfileChange["interests"]>): string[] {
  const wanted = typeof sent === "string" ? interestsInText(sent) : sent;
  const interests: string[] = [];
  for (const text of wanted.map((interest) => oneForm(interest.trim())).filter(Boolean)) {
    if ([...text].length > interestLength) {
      throw fieldError("interests", `must have at most ${interestLength} characters each`);
    }
    if (!isOneLine(text)) throw fieldError("interests", oneLineRefusal);
    if (!interests.some((known) => known.toLowerCase() === text.toLowerCase())) interests.push(text);
  }
  if (interests.length > interestCount) throw fieldError("interests", `must be ${interestCount} at most`);
  return interests;
}

function interestsInText(text: string): string[] {
  const value = parseJson(text);
  if (!Array.isArray(value)) return text.split(",");
  if (!value.every((interest) => typeof interest === "string")) {
    throw fieldError("interests", "must be a list of texts");
  }
  return value;
}

/** undefined if the text is not JSON: plain text is accepted too. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @throws AppError invalid_input for a language that there is not. */
export function readLanguages(sent: NonNullable<ProfileChange["languages"]>): LanguageCode[] {
  const wanted = typeof sent === "string" ? sent.split(",").flatMap((code) => code.trim() || []) : sent;
  const unknown = wanted.some((code) => !languageCodes.some((known) => known === code));
  if (unknown) throw fieldError("languages", `must be of ${languageCodes.join(", ")}`);
  return languageCodes.filter((code) => wanted.includes(code));
}
