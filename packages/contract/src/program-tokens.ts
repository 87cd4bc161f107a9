import { type Static, Type } from "typebox";
import { type EndpointDefinition, endpoint } from "./endpoint.ts";
import { OneLine } from "./one-line.ts";
import { Id, IdParams, Instant } from "./paging.ts";

/** Tokens by which programs make calls in a member's name (docs/rules.md#tokens-for-programs). */

export const tokenLimits = {
  nameLength: 80,
  /** Tokens that a member may have. */
  ofMember: 20,
  /** Days until a token ends: at most, and unless its member says. */
  days: 365,
  usualDays: 90,
} as const;

export const tokenScopes = ["read", "write", "review", "admin"] as const;
export type TokenScope = (typeof tokenScopes)[number];

/** They can only be given by verified admins, and count while the member is one. */
export const adminScopes: readonly TokenScope[] = ["review", "admin"];

/** Calls that no token for programs may make: what lets somebody in, or out, or ends an account. */
const closed = [/^\/auth\/(?!me$)/, /^\/profiles\/me\/(?:tokens|deletion-request)/, /^\/push\/subscriptions/];

/** The scope that a program's token needs for this call; null: no token may make it. */
export function scopeOf({ method, path }: Pick<EndpointDefinition, "method" | "path">): TokenScope | null {
  if (closed.some((calls) => calls.test(path))) return null;
  if (path.startsWith("/admin/"))
    return /^\/admin\/(?:content|due|reports)\b/.test(path) ? "review" : "admin";
  return method === "GET" ? "read" : "write";
}

const Scopes = Type.Array(Type.Enum([...tokenScopes]), {
  minItems: 1,
  maxItems: tokenScopes.length,
  uniqueItems: true,
});

const tokenFields = {
  id: Id,
  name: Type.String(),
  scopes: Scopes,
  created_at: Instant,
  /** To the minute; null before its first call. */
  last_used_at: Type.Union([Instant, Type.Null()]),
  ends_at: Instant,
};

/** What is known of a token. The token itself is answered once, by the call that makes it. */
export const ProgramToken = Type.Object(tokenFields, { $id: "ProgramToken" });
export type ProgramToken = Static<typeof ProgramToken>;

export const ProgramTokenDraft = Type.Object(
  {
    name: OneLine(tokenLimits.nameLength),
    scopes: Scopes,
    /** At most 365 days from now; left out: 90 days. */
    ends_at: Type.Optional(Instant),
  },
  { $id: "ProgramTokenDraft", additionalProperties: false },
);
export type ProgramTokenDraft = Static<typeof ProgramTokenDraft>;

export const NewProgramToken = Type.Object(
  { ...tokenFields, token: Type.String() },
  { $id: "NewProgramToken" },
);
export type NewProgramToken = Static<typeof NewProgramToken>;

export const listTokens = endpoint({
  name: "listTokens",
  method: "GET",
  path: "/profiles/me/tokens",
  summary: "One's own tokens for programs that have not ended, the newest first",
  tag: "Programs",
  access: "member",
  replies: {
    200: Type.Object({
      items: Type.Array(ProgramToken, { maxItems: tokenLimits.ofMember }),
      next: Type.Null(),
    }),
  },
  errors: [],
});

export const createToken = endpoint({
  name: "createToken",
  method: "POST",
  path: "/profiles/me/tokens",
  summary: "Make a token for a program. The answer has the token; no later one does",
  tag: "Programs",
  access: "member",
  body: ProgramTokenDraft,
  replies: { 201: NewProgramToken },
  errors: ["not_allowed", "list_full"],
});

export const deleteToken = endpoint({
  name: "deleteToken",
  method: "DELETE",
  path: "/profiles/me/tokens/:id",
  summary: "Delete one of one's own tokens; its program is refused at once",
  tag: "Programs",
  access: "member",
  params: IdParams,
  replies: { 200: Type.Object({ message: Type.Literal("Token deleted") }) },
  errors: ["token_not_found"],
});
