import {
  changeSettings,
  deleteLogo,
  getSettings,
  getStatus,
  listProviders,
  putLogo,
  type SettingsChange,
  type SiteSettings,
} from "@cairn/contract";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../../lib/api/api.ts";
import { currentQueryClient } from "../../../lib/query-client.ts";

/** The site's settings; verified admins only. */
export const settingsQuery = queryOptions({
  queryKey: ["admin", "settings"],
  queryFn: ({ signal }) => api.call(getSettings, { signal }),
  // A refetch must not overwrite what the admin is typing.
  refetchOnWindowFocus: false,
});

/** The providers that one can sign in with on this site. */
export const providersQuery = queryOptions({
  queryKey: ["providers"],
  queryFn: ({ signal }) => api.call(listProviders, { signal }),
});

export const statusQuery = queryOptions({
  queryKey: ["admin", "status"],
  queryFn: ({ signal }) => api.call(getStatus, { signal }),
  staleTime: 0,
});

async function shown(answer: Promise<SiteSettings>): Promise<string> {
  currentQueryClient().setQueryData(settingsQuery.queryKey, await answer);
  return "Saved. Reload the page to see it everywhere.";
}

export const saveSettings = (body: SettingsChange) => shown(api.call(changeSettings, { body }));
export const saveLogo = (file: File) => shown(api.call(putLogo, { body: {}, file }));
export const removeLogo = () => shown(api.call(deleteLogo, {}));
