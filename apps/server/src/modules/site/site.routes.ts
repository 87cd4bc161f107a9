import { getSite } from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { mount } from "../../calls/mount.ts";
import type { Config } from "../../config.ts";
import { version } from "../../lib/version.ts";

export function siteRoutes(
  app: FastifyInstance,
  { embedHosts, recordingMaxBytes }: Pick<Config, "embedHosts" | "recordingMaxBytes">,
): void {
  mount(app, getSite, async () => ({
    version,
    embed_hosts: [...embedHosts],
    recording_max_bytes: recordingMaxBytes,
  }));
}
