import { peertubeOrigin } from "@cairn/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../config.ts";

/** Players of films that a reader has pressed for (docs/rules.md#films-of-other-sites). */
const players = ["https://www.youtube-nocookie.com", "https://player.vimeo.com"];

/** Do not add a library that needs an exception from this policy. `embedHosts`: the PeerTubes whose films items can show. */
export const contentSecurityPolicy = (embedHosts: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' https: data: blob:",
    "media-src 'self' https: data: blob:",
    `frame-src ${["'self'", ...players, ...embedHosts.map(peertubeOrigin)].join(" ")}`,
    "connect-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join("; ");

/**
 * For the frame in which a browser runs the code of articles (docs/rules.md#marked-code). It has an opaque origin also when it is
 * opened by itself: no storage, no cookies, nothing of the site's. It connects to nothing. Its only own script has this
 * hash; what that starts are workers made of what the page hands over, which inherit the policy.
 */
export const codeFramePolicy = (scriptHash: string) =>
  [
    "default-src 'none'",
    `script-src 'sha256-${scriptHash}' blob: 'wasm-unsafe-eval'`,
    "worker-src blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    "sandbox allow-scripts",
  ].join("; ");

/** For the service worker, one script without imports, which may request this site only. */
export const serviceWorkerPolicy = "default-src 'none'; connect-src 'self'";

const headers = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "strict-origin-when-cross-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};

type Settings = Pick<Config, "publicUrl" | "embedHosts">;

/** Every answer has these headers, except files that are no documents. With an https public address also HSTS. */
export const headersOfAll = ({ publicUrl, embedHosts }: Settings): Readonly<Record<string, string>> => ({
  "content-security-policy": contentSecurityPolicy(embedHosts),
  ...headers,
  ...(publicUrl.startsWith("https:") && {
    "strict-transport-security": "max-age=31536000; includeSubDomains",
  }),
});

/** Sets them and the request's id. */
export function securityHeaders(settings: Settings): (request: FastifyRequest, reply: FastifyReply) => void {
  const all = headersOfAll(settings);
  return (request, reply) => void reply.headers(all).header("x-request-id", request.id);
}

const ofDocuments = [
  "content-security-policy",
  "x-frame-options",
  "referrer-policy",
  "permissions-policy",
  "cross-origin-opener-policy",
];

const ofOtherSites = [
  "access-control-allow-origin",
  "access-control-allow-credentials",
  "access-control-expose-headers",
];

/** Useless on a file with a hash in its name: browsers request it once, never in parts. */
const ofChangingFiles = ["accept-ranges", "last-modified", "etag", "x-request-id"];

/** Drops headers from hashed scripts, styles and fonts: a page has many, and the headers outweigh some of the files. */
export function shortenHead(reply: FastifyReply): void {
  for (const name of [...ofDocuments, ...ofChangingFiles]) reply.removeHeader(name);
  // Node's `Connection` and `Keep-Alive`: HTTP/1.1 keeps a connection open without them.
  reply.raw.removeHeader("connection");
}

const filePolicyFor = (ancestors: "'none'" | "'self'") =>
  `default-src 'none'; img-src 'self'; media-src 'self'; frame-ancestors ${ancestors}`;
/** For files that are no pages: the part of the policy that matters when such a file is opened directly. */
export const filePolicy = filePolicyFor("'none'");

/**
 * For files of the site: other sites need not read them, so they do not vary by origin. A file that is not a page, such as
 * the icon, gets only the short policy.
 */
export function forThisSite(reply: FastifyReply, { isPage }: { isPage: boolean }): void {
  for (const name of [...ofOtherSites, ...(isPage ? [] : ofDocuments)]) reply.removeHeader(name);
  if (!isPage) reply.header("content-security-policy", filePolicy);
  reply.header("vary", "Accept-Encoding");
}

/** Drops headers from stored files: a list has many small pictures. Only a PDF is shown in a frame, of the site itself. */
export function shortenMediaHead(reply: FastifyReply, type: string): void {
  const isSameOrigin = reply.request.headers.origin === undefined;
  for (const name of [...ofDocuments, ...(isSameOrigin ? ofOtherSites : [])]) reply.removeHeader(name);
  const isFramed = type === "application/pdf";
  reply.header("content-security-policy", isFramed ? filePolicyFor("'self'") : filePolicy);
}
