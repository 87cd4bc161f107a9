import { type Static, Type } from "typebox";
import { endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { OneLine, OneLineOrNone } from "./one-line.ts";
import { Role } from "./roles.ts";

/** Who may open an account (docs/rules.md#who-may-join). */
export const joiningRules = ["open", "domains", "approval", "invitation"] as const;
export type JoiningRule = (typeof joiningRules)[number];
export const audiences = ["everyone", "members"] as const;
export type Audience = (typeof audiences)[number];

/** What a site is until its admins change it: the specification. */
export const defaultSite = {
  name: "Cairn",
  tagline: "Verified tech wisdom, from people who walked the trail before you.",
  accent: "#06546a",
} as const;

/** Those that the environment can set. */
export const fixableSettings = ["name", "tagline", "accent", "joining", "domains", "audience"] as const;
export type FixableSetting = (typeof fixableSettings)[number];

export const SiteName = OneLine(limits.siteNameLength);
export const Tagline = OneLineOrNone(limits.taglineLength);
export const Accent = Type.String({ pattern: "^#[0-9a-fA-F]{6}$", maxLength: 7 });
export const JoiningRule = Type.Enum([...joiningRules], { $id: "JoiningRule" });
export const Audience = Type.Enum([...audiences], { $id: "Audience" });
const Domains = Type.Array(Type.String({ minLength: 1, maxLength: 253 }), {
  maxItems: limits.joiningDomains,
});
const Groups = Type.Array(
  Type.Object(
    {
      provider: Type.String({ minLength: 1, maxLength: 40 }),
      group: Type.String({ minLength: 1, maxLength: 200 }),
      role: Role,
    },
    { additionalProperties: false },
  ),
  { maxItems: limits.providerGroups },
);

/** The settings that every visitor can see. */
export const publicSettings = {
  name: Type.String(),
  /** Empty: none. */
  tagline: Type.String(),
  /** "#rrggbb" */
  accent: Type.String(),
  /** Path of the logo; null: the mark of Cairn. */
  logo_url: Type.Union([Type.String(), Type.Null()]),
  joining: JoiningRule,
  audience: Audience,
} as const;

export const SiteSettings = Type.Object(
  {
    ...publicSettings,
    /** Email domains whose owners may join where `joining` is `domains`. */
    domains: Domains,
    /** Films and recordings need captions, or to be without speech, before they are sent for review. */
    captions_required: Type.Boolean(),
    groups: Groups,
    /** Settings that the environment sets, and that cannot be changed here. */
    fixed: Type.Array(Type.Enum([...fixableSettings]), { maxItems: fixableSettings.length }),
  },
  { $id: "SiteSettings" },
);
export type SiteSettings = Static<typeof SiteSettings>;

export const SettingsChange = Type.Object(
  {
    name: Type.Optional(SiteName),
    tagline: Type.Optional(Tagline),
    /** "#rrggbb", readable as text: 4.5:1. */
    accent: Type.Optional(Accent),
    joining: Type.Optional(JoiningRule),
    domains: Type.Optional(Domains),
    audience: Type.Optional(Audience),
    captions_required: Type.Optional(Type.Boolean()),
    /** Which roles the groups of a provider give (docs/rules.md#roles-by-groups). */
    groups: Type.Optional(Groups),
  },
  { $id: "SettingsChange", additionalProperties: false },
);
export type SettingsChange = Static<typeof SettingsChange>;

export const getSettings = endpoint({
  name: "getSettings",
  method: "GET",
  path: "/admin/settings",
  summary: "The site's settings",
  tag: "Admin",
  access: "verifiedAdmin",
  replies: { 200: SiteSettings },
  errors: [],
});

export const changeSettings = endpoint({
  name: "changeSettings",
  method: "PATCH",
  path: "/admin/settings",
  summary: "Change the site's settings. What the environment sets cannot be changed: 400",
  tag: "Admin",
  access: "verifiedAdmin",
  bodySize: "text",
  body: SettingsChange,
  replies: { 200: SiteSettings },
  errors: [],
});

const LogoForm = Type.Object({}, { $id: "LogoForm", additionalProperties: false });

export const putLogo = endpoint({
  name: "putLogo",
  method: "PUT",
  path: "/admin/settings/logo",
  summary: "Give the site a logo: a PNG, JPEG, WebP, GIF or AVIF picture of 2 MB at most, in the part `file`",
  tag: "Admin",
  access: "verifiedAdmin",
  upload: "file",
  body: LogoForm,
  replies: { 200: SiteSettings },
  errors: ["file_too_large", "file_type_refused", "picture_too_large"],
});

export const deleteLogo = endpoint({
  name: "deleteLogo",
  method: "DELETE",
  path: "/admin/settings/logo",
  summary: "Take the logo away",
  tag: "Admin",
  access: "verifiedAdmin",
  replies: { 200: SiteSettings },
  errors: [],
});
