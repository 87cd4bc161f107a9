import { authorPath, categoryPath, type Follow, screens, searchPath } from "@cairn/contract";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { Link } from "react-router";
import { changeFollow, followsQuery } from "../../features/follows/follows.queries.ts";
import { HistorySwitch } from "../../features/history/HistorySwitch.tsx";
import { historyQuery } from "../../features/history/history.queries.ts";
import { NoticeTable } from "../../features/notice-choices/NoticeTable.tsx";
import { useSend } from "../../lib/useSend.ts";
import { IconButton } from "../../ui/Button.tsx";
import * as kit from "../../ui/kit.module.css";
import { toast } from "../../ui/toast-store.ts";

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
  return (
    <section
      className={`${kit.card} ${kit.panel} ${kit.slimPanel} ${kit.stack} ${kit.gap3}`}
      aria-labelledby="reading"
    >
      <div className={kit.spread}>
        <h2 id="reading" className={kit.h3}>
          What you read
        </h2>
        <span className={`${kit.row} ${kit.gap4}`}>
          <Link className={kit.link} to={screens.saved}>
            Saved
          </Link>
          <Link className={kit.link} to={screens.history}>
            History
          </Link>
        </span>
      </div>
      {data && <HistorySwitch on={data.on} isEmpty={data.items.length === 0} />}
    </section>
  );
}

/** What the member follows, on the profile. */
function FollowList() {
  const { data: follows } = useQuery(followsQuery);
  return (
    <section
      className={`${kit.card} ${kit.panel} ${kit.column} ${kit.gap2} ${kit.slimPanel}`}
      aria-labelledby="follows"
    >
      <h2 id="follows" className={kit.h3}>
        What you follow
      </h2>
      {follows?.length === 0 && (
        <p className={kit.soft}>
          Nothing yet. Use the Follow button on an author, category or series page, or next to a version that
          a post applies to.
        </p>
      )}
      {follows && follows.length > 0 && (
        <ul className={kit.lined}>
          {follows.map((follow) => (
            <Row key={`${follow.kind} ${follow.id}`} follow={follow} />
          ))}
        </ul>
      )}
    </section>
  );
}

const placeOf = ({ kind, id, name }: Follow) =>
  ({
    author: authorPath(Number(id)),
    category: categoryPath(name),
    label: searchPath(name),
    series: `/series/${id}`,
  })[kind];

function Row({ follow }: { follow: Follow }) {
  const cache = useQueryClient();
  const { send, isSending } = useSend(() =>
    toast("This could not be changed. Please try again.", { kind: "error" }),
  );
  const { kind, id, name } = follow;
  return (
    <li className={kit.spread}>
      <span>
        <Link className={kit.hoverLink} to={placeOf(follow)}>
          {name}
        </Link>{" "}
        <span className={kit.note}>{kind}</span>
      </span>
      <IconButton
        kind="ghost"
        size="sm"
        label={`Stop following ${name}`}
        icon={<X size={16} />}
        working={isSending}
        onClick={() => void send(() => changeFollow(cache, { kind, id, following: false }))}
      />
    </li>
  );
}
