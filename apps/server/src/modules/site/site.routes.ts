import { getSite } from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { mount } from "../../calls/mount.ts";
import type { Config } from "../../config.ts";
import { version } from "../../lib/version.ts";
import type { SettingsService } from "../settings/settings.service.ts";

export function siteRoutes(
  app: FastifyInstance,
  { embedHosts, recordingMaxBytes }: Pick<Config, "embedHosts" | "recordingMaxBytes">,
  settings: Pick<SettingsService, "present">,
): void {
  mount(app, getSite, async () => {
    const { name, tagline, accent, logo_url, joining, audience, captions_required } = settings.present();
    return {
      name,
      tagline,
      accent,
      logo_url,
      joining,
      audience,
      captions_required,
      version,
      embed_hosts: [...embedHosts],
      recording_max_bytes: recordingMaxBytes,
    };
  });
}
