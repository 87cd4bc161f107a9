import type { FastifyInstance } from "fastify";
import { clientAddress } from "../lib/client-address.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The client's address for limits and logs. Not Fastify's `ip`, which takes a port for a part of the address. */
    readonly clientAddress: string;
  }
}

/** Gives each request its client's address. Register before any route. */
export function nameClients(app: FastifyInstance, trustProxy: readonly string[]): void {
  const addressOf = clientAddress(trustProxy);
  app.decorateRequest("clientAddress", {
    getter() {
      return addressOf(this.raw);
    },
  });
}
