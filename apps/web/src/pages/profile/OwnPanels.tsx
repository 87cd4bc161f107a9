import { screens } from "@cairn/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { FollowList } from "../../features/follows/FollowList.tsx";
import { HistorySwitch } from "../../features/history/HistorySwitch.tsx";
import { historyQuery } from "../../features/history/history.queries.ts";
import { NoticeTable } from "../../features/notice-choices/NoticeTable.tsx";
import * as cardCss from "../../ui/card.module.css";
import * as layoutCss from "../../ui/layout.module.css";
import * as partsCss from "../../ui/parts.module.css";

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

/** The history's switch on a profile. */
function HistoryPanel() {
  const { data } = useInfiniteQuery(historyQuery);
  const first = data?.pages[0];
  return (
    <section
      className={`${cardCss.root} ${cardCss.panel} ${partsCss.slimPanel} ${layoutCss.stack} ${layoutCss.gap3}`}
      aria-labelledby="reading"
    >
      <div className={layoutCss.spread}>
        <h2 id="reading" className={layoutCss.h3}>
          What you read
        </h2>
        <span className={`${layoutCss.row} ${layoutCss.gap4}`}>
          <Link className={layoutCss.link} to={screens.saved}>
            Saved
          </Link>
          <Link className={layoutCss.link} to={screens.history}>
            History
          </Link>
        </span>
      </div>
      {first && <HistorySwitch on={first.on} isEmpty={first.items.length === 0} />}
    </section>
  );
}
