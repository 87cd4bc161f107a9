import { changeSettings, deleteLogo, getSettings, putLogo } from "@cairn/contract";
import type { FastifyInstance } from "fastify";
import { memberOf } from "../../calls/bearer.ts";
import { mount } from "../../calls/mount.ts";
import { AppError } from "../../lib/app-error.ts";
import { type SiteLook, styleOf } from "../../lib/site-look.ts";
import type { Forms } from "../media/forms.ts";
import type { PictureProcess } from "../media/pictures/picture-process.ts";
import { isLogoForm, type SettingsService } from "./settings.service.ts";

interface Dependencies {
  settings: SettingsService;
  logoForms: Forms;
  pictures: Pick<PictureProcess, "logo">;
}

export function settingsRoutes(app: FastifyInstance, { settings, logoForms, pictures }: Dependencies): void {
  mount(app, getSettings, async () => settings.present());
  mount(app, changeSettings, (request) => settings.change(memberOf(request).userId, request.body));
  mount(app, putLogo, (request) =>
    logoForms.read(request, putLogo, (_form, file) =>
      settings.setLogo(memberOf(request).userId, file, pictures),
    ),
  );
  mount(app, deleteLogo, (request) => settings.dropLogo(memberOf(request).userId));
}

/** What pages in the site's own look ask for besides their files. Each address has the version of its content. */
export function lookRoutes(
  http: FastifyInstance,
  { logo }: Pick<SettingsService, "logo">,
  site: () => SiteLook,
): void {
  const options = { schema: { hide: true }, config: { limit: "file" as const, open: true as const } };
  const caching = "public, max-age=31536000, immutable";

  http.get<{ Params: { file: string } }>("/site/look/:file", options, async (request, reply) => {
    // An older page may ask for an older version: the current one is as good, but not for ever.
    const isCurrent = request.params.file === `${site().version}.css`;
    return reply
      .type("text/css; charset=utf-8")
      .header("cache-control", isCurrent ? caching : "no-cache")
      .send(styleOf(site()));
  });

  http.get<{ Params: { version: string; file: string } }>(
    "/site/logo/:version/:file",
    options,
    async (request, reply) => {
      const { version, file } = request.params;
      const form = file.replace(/\.png$/, "");
      const picture = isLogoForm(form) ? await logo(Number(version), form) : null;
      if (!picture) throw new AppError("not_found");
      // Mail programs and link previews show it too.
      reply.header("cross-origin-resource-policy", "cross-origin");
      return reply.type("image/png").header("cache-control", caching).send(picture);
    },
  );
}
