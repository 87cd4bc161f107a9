import type { FastifyReply, FastifyRequest } from "fastify";

/**
 * Headers of a list that is a bare array (contract, "Shapes settled"): the total, the next cursor and the next page's
 * address.
 */
export function setPagingHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  { total, next }: { total: number | null; next: string | null },
): void {
  if (total !== null) reply.header("x-total-count", total);
  if (next === null) return;
  const address = new URL(request.url, "http://cairn");
  address.searchParams.delete("page");
  address.searchParams.set("cursor", next);
  reply.header("x-next-cursor", next);
  reply.header("link", `<${address.pathname}${address.search}>; rel="next"`);
}
