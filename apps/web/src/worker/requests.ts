import { formPages, patternOf, publicPages, screens } from "@cairn/contract";
import type { KeptKind } from "../lib/device/kept-store.ts";

/** What a request asks for, as far as it concerns the device. */
export type Place =
  /** A hashed file of a build. */
  | { kind: "file"; url: string }
  /** A page that is nothing but the shell; it is not kept. */
  | { kind: "shell" }
  | { kind: KeptKind; url: string; part: string | null };

interface Asked {
  method: string;
  url: string;
  /** `navigate` for the load of a page. */
  mode: string;
  /** URL of the requesting page; pictures and media it loads are stored with its item. */
  referrer: string;
}

/** Pages that the server sends whole, or that the build made. */
const wholePages = [...Object.values(publicPages).flatMap(({ paths }) => paths), ...formPages].map(patternOf);

/** Screens whose addresses hold what must not be kept, or that only work with the server. */
const neverKept: readonly string[] = [
  screens.authCallback,
  screens.code,
  screens.newPassword,
  screens.forgotPassword,
  screens.confirmEmail,
];
const isShellScreen = (path: string) =>
  (Object.values<string>(screens).includes(path) && !neverKept.includes(path)) ||
  patternOf(screens.techWriterEdit).test(path);

/** Calls whose answers are kept: what is read, and the review desk. Nothing of tokens, the log, or other members. */
const keptCalls = [
  /^\/content(?:\/(?:search|discussed|flagged))?$/,
  /^\/content\/\d+(?:\/(?:comments|reviews|related|links|checks|newest|position|transcript))?$/,
  /^\/(?:series|authors|categories)(?:\/\d+)?$/,
  /^\/saved(?:\/ids)?$/,
  /^\/site\/pages\/[a-z0-9-]+$/,
  /^\/(?:labels|history|continue|follows|ledger|profiles\/me|auth\/me)$/,
  /^\/feeds\/(?:videos|articles(?:\/\d+)?)$/,
  /^\/notifications(?:\/unread-count)?$/,
  /^\/admin\/(?:due|content(?:\/\d+(?:\/revisions\/\d+)?)?)$/,
];

/** `null`: the browser asks by itself. `origin`: the site's own. */
export function placeOf({ method, url, mode, referrer }: Asked, origin: string): Place | null {
  const address = new URL(url);
  if (method !== "GET" || address.origin !== origin) return null;
  const { pathname, searchParams } = address;
  const path = pathname + sorted(searchParams);
  if (mode === "navigate") {
    // Anyone who read it from the device could join with it.
    if (searchParams.has("invitation")) return null;
    if (wholePages.some((page) => page.test(pathname)))
      return { kind: "page", url: path, part: partOfPage(pathname) };
    return isShellScreen(pathname) ? { kind: "shell" } : null;
  }
  if (pathname.startsWith("/assets/")) return { kind: "file", url: pathname };
  // Signed URLs point to files that are not public.
  if (pathname.startsWith("/media/") && !searchParams.has("signature"))
    return {
      kind: /\.(?:avif|webp|png|jpe?g|gif)$/.test(pathname) ? "picture" : "media",
      url: path,
      part: partBehind(referrer, origin),
    };
  const call = pathname.startsWith("/api/") ? pathname.slice(4) : null;
  if (call !== null && keptCalls.some((kept) => kept.test(call)))
    return { kind: "call", url: path, part: partOfCall(call) };
  return null;
}

/** The order of the parameters means nothing. */
function sorted(parameters: URLSearchParams): string {
  parameters.sort();
  const text = parameters.toString();
  return text && `?${text}`;
}

const partOfPage = (path: string) => /^\/((?:posts|series|authors)\/\d+)$/.exec(path)?.[1] ?? null;

function partOfCall(call: string): string | null {
  const [, kind, id] = /^\/(content|series|authors)\/(\d+)/.exec(call) ?? [];
  return kind && id ? `${kind === "content" ? "posts" : kind}/${id}` : null;
}

function partBehind(referrer: string, origin: string): string | null {
  if (!referrer.startsWith(`${origin}/`)) return null;
  return partOfPage(new URL(referrer).pathname);
}

/** Whether the whole part is gone when this is not found any more. */
export const isMainCall = ({ url, part }: { url: string; part: string | null }) =>
  part !== null && (url === `/${part}` || url === `/api/${part.replace("posts", "content")}`);
