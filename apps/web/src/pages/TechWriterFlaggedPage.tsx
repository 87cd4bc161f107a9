import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useNotificationList } from "../features/notifications/useNotificationList.ts";
import { FlaggedTable } from "../features/writing/FlaggedTable.tsx";
import { NotificationsBlock } from "../features/writing/NotificationsBlock.tsx";
import { flaggedQuery } from "../features/writing/writing.queries.ts";
import { PageTitle } from "../lib/PageTitle.tsx";
import * as css from "../ui/layout.module.css";
import { SignInHint } from "./dashboard/SignInHint.tsx";
import { useWriter } from "./writer/useWriter.ts";

export function TechWriterFlaggedPage() {
  const { isVisitor } = useWriter();
  const list = useNotificationList();
  useFlaggedNews(list.arrived[0]);
  return (
    <>
      <PageTitle title="Notifications" hidden />
      <div className={css.pageHead}>
        <h1 className={css.h1}>Notifications</h1>
      </div>
      <NotificationsBlock list={list} />
      <FlaggedTable isVisitor={isVisitor} />
      <SignInHint />
    </>
  );
}

/** Reloads the table of flagged posts on each new notification, which may say that a post was flagged. */
function useFlaggedNews(newest: number | undefined) {
  const cache = useQueryClient();
  useEffect(() => {
    if (newest !== undefined) void cache.invalidateQueries({ queryKey: flaggedQuery.queryKey });
  }, [cache, newest]);
}
