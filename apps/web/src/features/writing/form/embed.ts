import { embedSites, readEmbed } from "@cairn/contract";

/** Why the text is no film's address; undefined if it is one, or if there is none. `hosts`: undefined if unknown. */
export const problemOfEmbed = (text: string, hosts: readonly string[] | undefined): string | undefined =>
  text.trim() === "" || hosts === undefined || readEmbed(text.trim(), hosts)
    ? undefined
    : `Give the address of one film on ${embedSites(hosts)}.`;
