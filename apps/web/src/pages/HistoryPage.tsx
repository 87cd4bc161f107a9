import { postPath, type ReadItem } from "@cairn/contract";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import type { RefObject } from "react";
import { Link } from "react-router";
import { HistorySwitch } from "../features/history/HistorySwitch.tsx";
import { forgetItem, historyQuery } from "../features/history/history.queries.ts";
import { PageTitle } from "../lib/PageTitle.tsx";
import { useIsSignedIn } from "../lib/session/useSession.tsx";
import { TimeAgo } from "../lib/time/TimeAgo.tsx";
import { useSend } from "../lib/useSend.ts";
import { IconButton } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import * as kit from "../ui/kit.module.css";
import { ListRow } from "../ui/ListRow.tsx";
import { Loaded } from "../ui/Loaded.tsx";
import { MoreList } from "../ui/MoreList.tsx";
import { PageHead } from "../ui/PageHead.tsx";
import { EmptyState } from "../ui/State.tsx";
import { Text } from "../ui/Text.tsx";
import { toast } from "../ui/toast-store.ts";
import { LoginWanted } from "./profile/LoginWanted.tsx";

/** What the member opened, on whichever device (docs/rules.md#reading-places). */
export function HistoryPage() {
  const isSignedIn = useIsSignedIn();
  return (
    <>
      <PageTitle title="History" hidden />
      <PageHead title="History" sub="Posts you opened, newest first." />
      {isSignedIn ? <HistoryList /> : <LoginWanted text="Please log in to see your history." />}
    </>
  );
}

/** What the member opened, with what may be done about it. */
function HistoryList() {
  const history = useInfiniteQuery(historyQuery);
  return (
    <Loaded query={history} failure="Your history could not be loaded.">
      {({ items, on }) => (
        <>
          <HistorySwitch on={on} isEmpty={items.length === 0} />
          <MoreList
            query={history}
            count={items.length}
            target="a"
            failure="More of your history could not be loaded."
          >
            {(list) => (items.length === 0 ? <NoHistory on={on} /> : <Rows items={items} list={list} />)}
          </MoreList>
        </>
      )}
    </Loaded>
  );
}

const NoHistory = ({ on }: { on: boolean }) => (
  <EmptyState
    title={on ? "Nothing here yet" : "Your history is off"}
    {...(on && { text: "Posts that you open appear here." })}
  />
);

interface RowsProps {
  items: readonly ReadItem[];
  list: RefObject<HTMLUListElement | null>;
}

const Rows = ({ items, list }: RowsProps) => (
  <Card as="ul" above={5} ref={list} aria-label="Posts you opened">
    {items.map((item) => (
      <Row key={item.id} item={item} />
    ))}
  </Card>
);

function Row({ item: { id, title, content_type, category_name, position, read_at } }: { item: ReadItem }) {
  const cache = useQueryClient();
  const { send, isSending } = useSend(() =>
    toast("This could not be removed. Please try again.", { kind: "error" }),
  );
  const part = Math.round(position * 100);
  return (
    <ListRow
      pad
      end={
        <IconButton
          kind="ghost"
          size="sm"
          label={`Remove from history: ${title}`}
          icon={<X size={16} />}
          working={isSending}
          onClick={() => void send(() => forgetItem(cache, id))}
        />
      }
    >
      <Link className={`${kit.itemTitle} ${kit.hoverLink}`} to={postPath(id)}>
        {title}
      </Link>
      <Text kind="note">
        {category_name} · <TimeAgo instant={read_at} />
        {part > 0 && part < 97 && ` · ${part} % ${content_type === "Article" ? "read" : "played"}`}
        {part >= 97 && " · finished"}
      </Text>
    </ListRow>
  );
}
