import { type Static, Type } from "typebox";
import { endpoint } from "./endpoint.ts";

/** What a site says about itself. */
export const Site = Type.Object(
  {
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

export const getSite = endpoint({
  name: "getSite",
  method: "GET",
  path: "/site",
  summary: "What this site runs",
  tag: "Site",
  access: "visitor",
  replies: { 200: Site },
  errors: [],
});
