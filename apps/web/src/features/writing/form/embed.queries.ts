import { embedSites, getSite, readEmbed } from "@cairn/contract";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../../lib/api/api.ts";

/** The PeerTubes whose films the site takes. */
export const embedHostsQuery = queryOptions({
  queryKey: ["embed-hosts"],
  queryFn: async ({ signal }) => (await api.call(getSite, { signal })).embed_hosts,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Why the text is no film's address; undefined if it is one, or if there is none. `hosts`: undefined if unknown. */
export const problemOfEmbed = (text: string, hosts: readonly string[] | undefined): string | undefined =>
  text.trim() === "" || hosts === undefined || readEmbed(text.trim(), hosts)
    ? undefined
    : `Give the address of one film on ${embedSites(hosts)}.`;
