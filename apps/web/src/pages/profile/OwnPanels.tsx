import { authorPath, categoryPath, type Follow, screens, searchPath } from "@cairn/contract";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { Suspense } from "react";
import { Link } from "react-router";
import { useMe } from "../../features/auth/me.queries.ts";
import { changeFollow, followsQuery } from "../../features/follows/follows.queries.ts";
import { HistorySwitch } from "../../features/history/HistorySwitch.tsx";
import { historyQuery } from "../../features/history/history.queries.ts";
import { NoticeTable } from "../../features/notice-choices/NoticeTable.tsx";
import { lazyNamed } from "../../lib/lazy-named.ts";
import { useSend } from "../../lib/useSend.ts";
import { IconButton } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import * as kit from "../../ui/kit.module.css";
import { Row } from "../../ui/Stack.tsx";
import { Text } from "../../ui/Text.tsx";
import { toast } from "../../ui/toast-store.ts";

// Lazy: few members have programs.
const TokenList = lazyNamed(() => import("../../features/program-tokens/TokenList.tsx"), "TokenList");

/** What a member is notified of, follows and has read, and the tokens of their programs. */
export function OwnPanels() {
  const { data: me } = useMe();
  return (
    <>
      <NoticeTable />
      <FollowList />
      <HistoryPanel />
      <Suspense>
        <TokenList isAdmin={me?.verified ?? false} />
      </Suspense>
    </>
  );
}

/** The history's switch on a profile. */
function HistoryPanel() {
  const { data } = useInfiniteQuery(historyQuery);
  return (
    <Card as="section" pad gap={3} aria-labelledby="reading">
      <Row between>
        <h2 id="reading" className={kit.h3}>
          What you read
        </h2>
        <Row as="span" gap={4}>
          <Link className={kit.link} to={screens.saved}>
            Saved
          </Link>
          <Link className={kit.link} to={screens.history}>
            History
          </Link>
        </Row>
      </Row>
      {data && <HistorySwitch on={data.on} isEmpty={data.items.length === 0} />}
    </Card>
  );
}

/** What the member follows, on the profile. */
function FollowList() {
  const { data: follows } = useQuery(followsQuery);
  return (
    <Card as="section" pad gap={2} aria-labelledby="follows">
      <h2 id="follows" className={kit.h3}>
        What you follow
      </h2>
      {follows?.length === 0 && (
        <Text kind="soft">
          Nothing yet. Use the Follow button on an author, category or series page, or next to a version that
          a post applies to.
        </Text>
      )}
      {follows && follows.length > 0 && (
        <ul className={kit.lined}>
          {follows.map((follow) => (
            <FollowRow key={`${follow.kind} ${follow.id}`} follow={follow} />
          ))}
        </ul>
      )}
    </Card>
  );
}

const placeOf = ({ kind, id, name }: Follow) =>
  ({
    author: authorPath(Number(id)),
    category: categoryPath(name),
    label: searchPath(name),
    series: `/series/${id}`,
  })[kind];

function FollowRow({ follow }: { follow: Follow }) {
  const cache = useQueryClient();
  const { send, isSending } = useSend(() =>
    toast("This could not be changed. Please try again.", { kind: "error" }),
  );
  const { kind, id, name } = follow;
  return (
    <Row as="li" between>
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
    </Row>
  );
}
