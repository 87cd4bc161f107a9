import type { FastifyReply, FastifyRequest } from "fastify";

/** Do not use a library that needs exceptions from this policy. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' https: data: blob:",
  "media-src 'self' https: data: blob:",
  "frame-src https://www.youtube-nocookie.com https://www.youtube.com",
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

const headers = {
  "content-security-policy": contentSecurityPolicy,
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "strict-origin-when-cross-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};

/** Every answer carries these, but for files that are no documents. With https as the public address, also HSTS. */
export const headersOfAll = (publicUrl: string): Readonly<Record<string, string>> =>
  publicUrl.startsWith("https:")
    ? { ...headers, "strict-transport-security": "max-age=31536000; includeSubDomains" }
    : headers;

/** Sets them and the request's id. */
export function securityHeaders(publicUrl: string): (request: FastifyRequest, reply: FastifyReply) => void {
  const all = headersOfAll(publicUrl);
  return (request, reply) => void reply.headers(all).header("x-request-id", request.id);
}

const ofDocuments = [
  "content-security-policy",
  "x-frame-options",
  "referrer-policy",
  "permissions-policy",
  "cross-origin-opener-policy",
];

/** Takes back what governs documents alone: on the dozen files of a page it would outweigh some of them. */
export function dropDocumentHeaders(reply: { removeHeader(name: string): void }): void {
  for (const name of ofDocuments) reply.removeHeader(name);
}
