import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { ApiError } from "../../../lib/api/api-error.ts";
import { useNow } from "../../../lib/time/useNow.ts";
import type { AdminContent } from "../admin-model.ts";
import type { ReadingNews } from "../admin-source.ts";
import { otherReader } from "../other-reader.ts";
import { claimWhileOpen } from "./claims.queries.ts";
import { itemQuery } from "./contents.queries.ts";

export function useReading(content: AdminContent): ReadingNews {
  const { id } = content;
  const { data: now, error } = useQuery(itemQuery(id));
  const reading = now?.reading ?? null;
  // Whoever reads it first has it: it is taken once they have left.
  const other = otherReader(reading, useNow());
  const isFree = now !== undefined && other === null;
  useEffect(() => {
    if (isFree) return claimWhileOpen(id);
  }, [id, isFree]);

  const isGone = error instanceof ApiError && error.code === "content_not_found";
  if (isGone) return { reading: null, moved: "gone" };
  return { reading, moved: now && hasMoved(content, now) ? now : null };
}

const hasMoved = ({ review: opened }: AdminContent, { review: now }: AdminContent) =>
  opened?.revision !== now?.revision || opened?.seen !== now?.seen;
