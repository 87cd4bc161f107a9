import { FlaggedTable } from "../features/writing/flagged/FlaggedTable.tsx";
import { NotificationsBlock } from "../features/writing/notices/NotificationsBlock.tsx";
import { notificationSource } from "../features/writing/notices/notification-source.ts";
import { PageTitle } from "../lib/PageTitle.tsx";
import { SignInHint } from "./dashboard/SignInHint.tsx";
import { useWriter } from "./writer/useWriter.ts";

export function TechWriterFlaggedPage() {
  const { isVisitor } = useWriter();
  return (
    <>
      <PageTitle title="Notifications" hidden />
      <div className="page-head">
        <h1 className="h1">Notifications</h1>
      </div>
      <NotificationsBlock source={notificationSource} />
      <FlaggedTable isVisitor={isVisitor} />
      <SignInHint />
    </>
  );
}
