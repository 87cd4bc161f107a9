import { getExport, type ImportResult, importContent, requestExport } from "@cairn/contract";
import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { api } from "../../lib/api/api.ts";
import { sharedKeys } from "../../lib/query-keys.ts";

/** How far the file of all of one's own work is. */
export const exportQuery = queryOptions({
  queryKey: ["moving", "export"],
  queryFn: ({ signal }) => api.call(getExport, { signal }),
  // Its address works for two hours.
  staleTime: 0,
});

export function useMoving() {
  const cache = useQueryClient();
  return {
    async requestExport(signal: AbortSignal) {
      cache.setQueryData(exportQuery.queryKey, await api.call(requestExport, { signal }));
    },
    async takeIn(file: File, signal: AbortSignal): Promise<ImportResult> {
      const result = await api.call(importContent, { body: {}, file, signal });
      const { writing, content, series } = sharedKeys;
      await Promise.all([writing, content, series].map((queryKey) => cache.invalidateQueries({ queryKey })));
      return result;
    },
  };
}
