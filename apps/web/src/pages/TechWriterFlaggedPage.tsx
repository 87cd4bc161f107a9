import { useNotificationList } from "../features/notifications/useNotificationList.ts";
import { FlaggedTable } from "../features/writing/flagged/FlaggedTable.tsx";
import { NotificationsBlock } from "../features/writing/notices/NotificationsBlock.tsx";
import { PageTitle } from "../lib/PageTitle.tsx";
import { SignInHint } from "./dashboard/SignInHint.tsx";
import { useFlaggedNews } from "./writer/useFlaggedNews.ts";
import { useWriter } from "./writer/useWriter.ts";

export function TechWriterFlaggedPage() {
  const { isVisitor } = useWriter();
  const list = useNotificationList();
  useFlaggedNews(list.arrived[0]);
  return (
    <>
      <PageTitle title="Notifications" hidden />
      <div className="page-head">
        <h1 className="h1">Notifications</h1>
      </div>
      <NotificationsBlock list={list} />
      <FlaggedTable isVisitor={isVisitor} />
      <SignInHint />
    </>
  );
}
