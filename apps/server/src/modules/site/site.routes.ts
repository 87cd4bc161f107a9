import { getSite } from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { mount } from "../../calls/mount.ts";
import { version } from "../../lib/version.ts";

export function siteRoutes(app: FastifyInstance, embedHosts: readonly string[]): void {
  mount(app, getSite, async () => ({ version, embed_hosts: [...embedHosts] }));
}
