import type { FastifyInstance } from "fastify";
import { ensure } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";

const day = 24 * 60 * 60 * 1000;
const daysValid = 180;

interface Dependencies {
  /** Contact URIs, preferred one first; without any there is no file. */
  contacts: readonly string[];
  publicUrl: string;
  clock: Clock;
}

/** `/.well-known/security.txt`: where to report a vulnerability (RFC 9116). Only at the root, as the RFC requires. */
export function securityTxtRoutes(app: FastifyInstance, { contacts, publicUrl, clock }: Dependencies): void {
  const path = "/.well-known/security.txt";
  app.get(
    path,
    { schema: { hide: true }, config: { limit: "read", open: true } },
    async (_request, reply) => {
      ensure(contacts.length > 0, "not_found");
      const lines = [
        ...contacts.map((contact) => `Contact: ${contact}`),
        `Expires: ${expiryOf(clock())}`,
        "Preferred-Languages: en",
        // The RFC allows only https addresses here.
        ...(publicUrl.startsWith("https:") ? [`Canonical: ${publicUrl}${path}`] : []),
      ];
      return reply
        .type("text/plain; charset=utf-8")
        .header("cache-control", "public, max-age=3600")
        .send(`${lines.join("\n")}\n`);
    },
  );
}

/** Counts from the start of the day, so that the file stays the same all day. */
function expiryOf(now: Date): string {
  const today = Math.floor(now.getTime() / day) * day;
  return new Date(today + daysValid * day).toISOString().replace(".000Z", "Z");
}
