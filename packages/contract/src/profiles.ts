import { type Static, Type } from "typebox";
import { NewPassword } from "./auth.ts";
import { endpoint } from "./endpoint.ts";
import { Language, languageCodes } from "./languages.ts";
import { limits } from "./limits.ts";
import { messages } from "./messages.ts";
import { PersonName } from "./one-line.ts";
import { Id, IdParams, Instant } from "./paging.ts";
import { Role } from "./roles.ts";

export const SocialLink = Type.Object(
  {
    label: Type.String({ maxLength: limits.socialLinkLabelLength }),
    /** http or https. */
    url: Type.String({ minLength: 1, maxLength: limits.socialLinkLength }),
  },
  { $id: "SocialLink", additionalProperties: false },
);
export type SocialLink = Static<typeof SocialLink>;

const profileFields = {
  name: Type.String(),
  email: Type.String(),
  /** Whether the link that was mailed to it has been opened (docs/rules.md#confirmed-emails). */
  email_confirmed: Type.Boolean(),
  bio: Type.String(),
  /** 256 pixels square; null without one. */
  avatar_url: Type.Union([Type.String(), Type.Null()]),
  /** 96 pixels square. */
  avatar_small_url: Type.Union([Type.String(), Type.Null()]),
  social_links: Type.Array(SocialLink),
  interests: Type.Array(Type.String()),
  /** What the member reads; none chosen: all of them. */
  languages: Type.Array(Language),
};

export const Profile = Type.Object(profileFields, { $id: "Profile" });
export type Profile = Static<typeof Profile>;

/** Beside these the part `avatar` of a form: a JPEG or PNG. What is left out stays; the email cannot be changed. */
export const ProfileChange = Type.Object(
  {
    name: Type.Optional(PersonName),
    bio: Type.Optional(Type.String({ maxLength: limits.bioLength })),
    /**
     * A list of {label, url}, or an object of addresses by label; as text, either of them in JSON, or addresses
     * with white space or commas between them, whose labels are their hosts. Answered as a list.
     */
    social_links: Type.Optional(
      Type.Union([
        Type.String({ maxLength: 8_000 }),
        Type.Array(SocialLink, { maxItems: limits.socialLinkCount }),
        Type.Record(Type.String(), Type.String({ maxLength: limits.socialLinkLength }), {
          maxProperties: limits.socialLinkCount,
        }),
      ]),
    ),
    /** A list of texts; as text, the list in JSON, or with commas between them. */
    interests: Type.Optional(
      Type.Union([
        Type.String({ maxLength: 2_000 }),
        // Some may be empty, or the same twice.
        Type.Array(Type.String({ maxLength: 200 }), { maxItems: 100 }),
      ]),
    ),
    /** The languages one reads; as text, with commas between them. None: all of them (docs/rules.md#languages). */
    languages: Type.Optional(
      Type.Union([
        Type.String({ maxLength: 100 }),
        Type.Array(Language, { maxItems: languageCodes.length, uniqueItems: true }),
      ]),
    ),
    /** Ends all other sessions of the account. */
    password: Type.Optional(NewPassword),
  },
  { $id: "ProfileChange", additionalProperties: false },
);
export type ProfileChange = Static<typeof ProfileChange>;

export const getProfile = endpoint({
  name: "getProfile",
  method: "GET",
  path: "/profiles/me",
  summary: "One's own profile",
  tag: "Profiles",
  access: "member",
  replies: { 200: Profile },
  errors: [],
});

export const changeProfile = endpoint({
  name: "changeProfile",
  method: "PATCH",
  path: "/profiles/me",
  summary: "Change one's own profile, picture or password",
  tag: "Profiles",
  access: "member",
  upload: "avatar",
  body: ProfileChange,
  bodySize: "text",
  replies: {
    200: Type.Object({ message: Type.Literal(messages.profileUpdated), ...profileFields }),
  },
  errors: ["file_too_large", "picture_too_large", "file_type_refused", "storage_full"],
});

/** What everyone may see of a member with published posts; never an email or phone (docs/rules.md#email-and-phone). */
export const Author = Type.Object(
  {
    id: Id,
    name: Type.String(),
    role: Role,
    bio: Type.String(),
    links: Type.Array(SocialLink),
    /** 256 pixels square; null without one. */
    avatar_url: Type.Union([Type.String(), Type.Null()]),
    /** Number of published posts; they are listed by `GET /content?user_id=`. */
    items: Type.Integer({ minimum: 1 }),
    /** When the account was opened. */
    since: Instant,
  },
  { $id: "Author" },
);
export type Author = Static<typeof Author>;

/** For the library's search; members without published posts are never found. */
export const listAuthors = endpoint({
  name: "listAuthors",
  method: "GET",
  path: "/authors",
  summary: "Up to 6 members with published posts whose names have all of these words, by name",
  tag: "Profiles",
  access: "visitor",
  shared: true,
  query: Type.Object({ q: Type.String({ maxLength: limits.searchLength, default: "" }) }),
  replies: { 200: Type.Object({ items: Type.Array(Author) }) },
  errors: [],
});

export const getAuthor = endpoint({
  name: "getAuthor",
  method: "GET",
  path: "/authors/:id",
  summary: "A member with published posts: name, role, bio and links",
  tag: "Profiles",
  access: "visitor",
  params: IdParams,
  replies: { 200: Author },
  shared: true,
  errors: ["author_not_found"],
});
