import type { FastifyInstance, FastifyRequest } from "fastify";
import { boundsOf } from "../calls/body-bounds.ts";
import { AppError } from "../lib/app-error.ts";
import { addressKey } from "../lib/client-address.ts";
import { OpenCounts } from "../lib/open-counts.ts";

/** Large bodies that are being received: of one sender, and of all, 64 MB. */
const [ofSender, ofAll] = [8, 100];
const usualBytes = boundsOf(undefined).kilobytes * 1024;

/**
 * Bounds how many large JSON bodies arrive at once: each is held in memory until its last byte has come, which may take
 * half a minute. Files of forms go to the disk. Register after access is checked.
 */
export function boundHeldBodies(app: FastifyInstance): void {
  const bySender = new OpenCounts();
  let held = 0;
  app.addHook("onRequest", async (request) => {
    if (!mayBeLarge(request)) return;
    const { bearer, clientAddress, raw } = request;
    const sender = bearer ? `member ${bearer.userId}` : `address ${addressKey(clientAddress)}`;
    if (bySender.of(sender) >= ofSender) throw new AppError("too_many_requests", { retryAfter: 5 });
    if (held >= ofAll) throw new AppError("unavailable", { retryAfter: 5 });
    held += 1;
    const end = bySender.open(sender);
    raw.once("close", () => {
      held -= 1;
      end();
    });
  });
}

function mayBeLarge({ headers, routeOptions }: FastifyRequest): boolean {
  if (headers["content-type"]?.startsWith("multipart/")) return false;
  if (boundsOf(routeOptions.config.endpoint).kilobytes * 1024 <= usualBytes) return false;
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"]) > usualBytes;
}
