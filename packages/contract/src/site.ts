import { type Static, Type } from "typebox";
import { endpoint } from "./endpoint.ts";
import type { OwnPageLink } from "./own-pages.ts";
import { type Audience, type JoiningRule, publicSettings } from "./settings.ts";

/** What a site says about itself. */
export const Site = Type.Object(
  {
    ...publicSettings,
    /** Films and recordings need captions, or to be without speech, before they are sent for review. */
    captions_required: Type.Boolean(),
    /** The release of Cairn that it runs. */
    version: Type.String(),
    /** PeerTubes whose films items can show (docs/rules.md#films-of-other-sites). */
    embed_hosts: Type.Array(Type.String()),
    /** Bytes of the largest file that can be sent in pieces (`POST /uploads`); 0: none. */
    recording_max_bytes: Type.Integer({ minimum: 0 }),
  },
  { $id: "Site" },
);
export type Site = Static<typeof Site>;

/** A logo this wide, by its height, has the name in it: none stands beside it. */
export const wideLogo = 2;

/** What a page tells its components of the site, in its head. */
export interface ShownSite {
  readonly name: string;
  /** Empty: none. */
  readonly tagline: string;
  /** null: the mark of Cairn. `ratio`: its width by its height. */
  readonly logo: { readonly url: string; readonly ratio: number } | null;
  readonly joining: JoiningRule;
  readonly audience: Audience;
  /** Its own pages, which footers link. */
  readonly pages: readonly OwnPageLink[];
}

export const getSite = endpoint({
  name: "getSite",
  method: "GET",
  path: "/site",
  summary: "What this site is called, looks like and runs, and who may join",
  tag: "Site",
  access: "visitor",
  open: true,
  replies: { 200: Site },
  errors: [],
});
