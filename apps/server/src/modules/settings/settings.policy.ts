import {
  type FixableSetting,
  fixableSettings,
  readableAccent,
  type SettingsChange,
  type SiteSettings,
} from "@cairn/contract";
import { fieldError } from "../../lib/app-error.ts";
import { asciiEmail } from "../../lib/email.ts";

/**
 * Verified admins change the settings. What the environment sets wins: it is shown, and a change of it is refused.
 */

/** The settings that a change may set. */
export type Values = Pick<
  SiteSettings,
  "name" | "tagline" | "accent" | "joining" | "domains" | "audience" | "captions_required" | "groups"
>;

/** What the environment sets. */
export type FixedValues = Partial<Pick<Values, FixableSetting>>;

/** The settings after a change. @throws AppError invalid_input naming the field that cannot be so */
export function valuesAfter(
  values: Values,
  change: SettingsChange,
  fixed: FixedValues,
  providers: readonly string[],
): Values {
  const refused = fixableSettings.find((name) => change[name] !== undefined && fixed[name] !== undefined);
  if (refused) throw fieldError(refused, "is set by the server's environment and cannot be changed here");
  const { name, tagline, accent, domains, groups, ...rest } = change;
  const next: Values = {
    ...values,
    ...rest,
    ...(name !== undefined && { name: name.trim() }),
    ...(tagline !== undefined && { tagline: tagline.trim() }),
    ...(accent !== undefined && { accent: readAccent(accent) }),
    ...(domains !== undefined && { domains: readDomains(domains) }),
    ...(groups !== undefined && { groups: readGroups(groups, providers) }),
  };
  const known = fixed.domains ?? next.domains;
  if ((change.joining ?? change.domains) !== undefined && next.joining === "domains" && known.length === 0)
    throw fieldError("domains", "must name at least one, if people join by their email's domain");
  return next;
}

/** In small letters. @throws AppError invalid_input naming the nearest colour that can be read */
function readAccent(written: string): string {
  const accent = written.toLowerCase();
  const readable = readableAccent(accent);
  if (readable === accent) return accent;
  throw fieldError("accent", `is too light to read as text. The nearest colour that is not is ${readable}`);
}

/** As emails are stored, each once. @throws AppError invalid_input naming one that is no domain */
export function readDomains(written: readonly string[]): string[] {
  const read = written.map((typed, index) => {
    const domain = domainIn(typed);
    if (domain === null) throw fieldError(`domains/${index}`, "must be a domain such as school.example");
    return domain;
  });
  return [...new Set(read)];
}

/** Each group of a provider once. @throws AppError invalid_input naming a row that cannot be so */
function readGroups(written: Values["groups"], providers: readonly string[]): Values["groups"] {
  return written.map(({ provider: key, group: typed, role }, index) => {
    const [provider, group] = [key.trim().toLowerCase(), typed.trim()];
    if (!providers.includes(provider))
      throw fieldError(
        `groups/${index}/provider`,
        "must be the key of a provider that the server's environment sets up",
      );
    if (group === "") throw fieldError(`groups/${index}/group`, "is missing");
    const isSame = (other: (typeof written)[number]) =>
      other.provider.trim().toLowerCase() === provider && other.group.trim() === group;
    if (written.findIndex(isSame) < index) throw fieldError(`groups/${index}/group`, "stands there twice");
    return { provider, group, role };
  });
}

/** "@School.example" is "school.example"; null for what is no domain. */
export function domainIn(typed: string): string | null {
  const domain = asciiEmail(`a@${typed.trim().replace(/^@/, "")}`)
    ?.slice(2)
    .toLowerCase();
  return domain &&
    domain.length <= 253 &&
    /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d-]{2,63}$/.test(domain)
    ? domain
    : null;
}

/** The changes in words, with what was before; null if nothing changed. */
export function changesIn(before: Values, after: Values): string | null {
  const said = (value: Values[keyof Values]) => {
    if (typeof value === "boolean") return value ? "yes" : "no";
    if (Array.isArray(value)) return value.length > 0 ? value.map(wordsOf).join(", ") : "none";
    return value === "" ? "none" : `“${value}”`;
  };
  const names = {
    name: "name",
    tagline: "tagline",
    accent: "accent colour",
    joining: "who may join",
    domains: "email domains",
    audience: "who may read",
    captions_required: "captions required",
    groups: "groups",
  } as const;
  const changed = (Object.keys(names) as (keyof Values)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const words = changed.map((name) => `${names[name]} from ${said(before[name])} to ${said(after[name])}`);
  return words.length > 0 ? words.join(", ") : null;
}

const wordsOf = (entry: string | Values["groups"][number]): string =>
  typeof entry === "string" ? entry : `${entry.group} of ${entry.provider}: ${entry.role}`;
