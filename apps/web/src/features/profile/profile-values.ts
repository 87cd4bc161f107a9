import {
  isBlank,
  type LanguageCode,
  languageCodes,
  limits,
  type Profile,
  type ProfileChange,
  type SocialLink,
  trimmed,
} from "@cairn/contract";
import { formatCount } from "../../lib/format-count.ts";
import type { Problems } from "../../lib/forms/useForm.ts";

/** The field values of a member's profile. */
export interface ProfileValues {
  name: string;
  bio: string;
  links: string;
  interests: string[];
  languages: LanguageCode[];
}

/** Messages shown next to a field or under the photo. */
export type ProfileProblems = Problems<ProfileValues, "photo">;

export const valuesOf = ({ name, bio, social_links, interests, languages = [] }: Profile): ProfileValues => ({
  name,
  bio,
  links: linesOf(social_links),
  interests,
  languages,
});

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The values that differ from the loaded ones. */
export const changesIn = (loaded: ProfileValues, values: Partial<ProfileValues>): Partial<ProfileValues> =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !isEqual(value, loaded[name as keyof ProfileValues])),
  );

/** Reads values from a journal entry; each is checked, since it could be anything. */
export function keptValues(kept: Record<string, unknown>): Partial<ProfileValues> {
  const { name, bio, links, interests, languages } = kept;
  return {
    ...(typeof name === "string" && { name }),
    ...(typeof bio === "string" && { bio }),
    ...(typeof links === "string" && { links }),
    ...(isTexts(interests) && { interests }),
    ...(isTexts(languages) && { languages: languageCodes.filter((code) => languages.includes(code)) }),
  };
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === "string");

export function valueProblems({ name, bio, links }: ProfileValues): ProfileProblems {
  const isLong = [...bio].length > limits.bioLength;
  return definedOnly({
    name: isBlank(name) ? "Please enter your full name." : undefined,
    bio: isLong ? `Use at most ${formatCount(limits.bioLength)} characters.` : undefined,
    links: linksProblem(links),
  });
}

/** Never the password (docs/rules.md#password-on-the-profile), and the languages where they changed: the specification's call has none. */
export function bodyOf(
  values: ProfileValues,
  { social_links, languages: kept = [] }: Profile,
): ProfileChange {
  // As text: a form has no empty list.
  const languages = values.languages.join(",");
  return {
    name: values.name.trim(),
    bio: trimmed(values.bio),
    social_links: linksIn(values.links, social_links),
    interests: values.interests,
    ...(languages !== kept.join(",") && { languages }),
  };
}

export const definedOnly = (problems: ProfileProblems): ProfileProblems =>
  Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined));

/** The links as typed: one address per line. */
export const linesOf = (links: readonly SocialLink[]) => links.map(({ url }) => url).join("\n");

const addressesIn = (text: string) => text.split(/[\s,]+/).filter(Boolean);

/** A known address keeps its label; the server labels a new one with its host. */
export const linksIn = (text: string, known: readonly SocialLink[]): SocialLink[] =>
  addressesIn(text).map((url) => known.find((link) => link.url === url) ?? { label: "", url });

/** The server's rule; an address without a scheme counts as https. */
function isWebAddress(typed: string) {
  const address = /^[a-z][a-z0-9+.-]*:/i.test(typed) ? typed : `https://${typed.replace(/^\/+/, "")}`;
  if (address.length > limits.socialLinkLength || !URL.canParse(address)) return false;
  const { protocol, hostname, username } = new URL(address);
  return ["http:", "https:"].includes(protocol) && hostname.includes(".") && username === "";
}

export function linksProblem(text: string): string | undefined {
  const addresses = addressesIn(text);
  if (addresses.length > limits.socialLinkCount) return `Use at most ${limits.socialLinkCount} links.`;
  const wrong = addresses.find((address) => !isWebAddress(address));
  return wrong === undefined ? undefined : `“${wrong}” is not a web address.`;
}
