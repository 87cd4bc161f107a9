import { FollowList } from "../../features/follows/FollowList.tsx";
import { HistoryPanel } from "../../features/history/HistoryPanel.tsx";
import { NoticeTable } from "../../features/notice-choices/NoticeTable.tsx";

/** What a member is notified of, follows and has read. */
export function OwnPanels() {
  return (
    <>
      <NoticeTable />
      <FollowList />
      <HistoryPanel />
    </>
  );
}
