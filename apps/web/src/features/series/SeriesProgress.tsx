import { useQuery } from "@tanstack/react-query";
import { seriesProgressQuery } from "./series.queries.ts";

/** How many items of a series the member has finished (docs/rules.md#progress-in-a-series); nothing before the first. */
export function SeriesProgress({ id, of }: { id: number; of: number }) {
  const { data } = useQuery(seriesProgressQuery(id));
  const read = data?.finished.length ?? 0;
  return read > 0 ? ` · ${read} of ${of} read` : null;
}
