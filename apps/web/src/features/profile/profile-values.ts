import {
  isBlank,
  type LanguageCode,
  languageCodes,
  limits,
  type Profile,
  type ProfileChange,
  trimmed,
} from "@cairn/contract";
import type { Problems } from "../../lib/forms/useForm.ts";
import { linesOf, linksIn, linksProblem } from "./social-links.ts";

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
    bio: isLong ? `Use at most ${limits.bioLength.toLocaleString("en")} characters.` : undefined,
    links: linksProblem(links),
  });
}

/** Never the password (docs/rules.md#d45), and the languages where they changed: the specification's call has none. */
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
