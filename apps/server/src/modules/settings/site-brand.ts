import type { Site } from "../../lib/site-look.ts";
import { drawnLook } from "../../lib/site-look.ts";
import type { Brand } from "../media/pictures/picture-tasks.ts";
import type { SettingsService } from "./settings.service.ts";

/** What drawn pictures show of the site now; null: the look of Cairn. */
export type BrandOf = () => Promise<Brand | null>;

export const createBrand =
  (site: Site, { logo }: Pick<SettingsService, "logo">): BrandOf =>
  async () => {
    const look = drawnLook(site());
    return look && { ...look, logo: look.logo === null ? null : await logo(look.logo, "logo") };
  };
