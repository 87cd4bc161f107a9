import type { CurrentUser } from "@cairn/contract";
import { savedIdsQuery } from "../features/content/saving/saved.queries.ts";
import { pictureWidth, tellWorker } from "../lib/device/worker.ts";
import { currentQueryClient } from "../lib/query-client.ts";
import { sharedKeys } from "../lib/query-keys.ts";

let followed: ReturnType<typeof currentQueryClient> | undefined;

/**
 * Keeps on the device what the member saved, as soon as a screen has asked for it. Not for admins who are not verified:
 * their sample asks the server for nothing (docs/rules.md#sample-mode-makes-no-calls).
 */
export function followSaved() {
  const cache = currentQueryClient();
  if (followed === cache) return;
  followed = cache;
  let told: string | undefined;
  const tell = () => {
    const ids = cache.getQueryData(savedIdsQuery.queryKey);
    const me = cache.getQueryData<CurrentUser>(sharedKeys.me);
    if (!ids || !me || (me.role === "Admin" && !me.verified) || told === String(ids)) return;
    if (told === undefined) for (const task of ["library", "files"] as const) tellWorker({ task });
    told = String(ids);
    tellWorker({ task: "saved", ids, width: pictureWidth() });
  };
  tell();
  cache.getQueryCache().subscribe(({ type }) => type === "updated" && tell());
}
