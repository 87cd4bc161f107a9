import { type ContentItem, type FigureWeek, messages, postPath, screens } from "@cairn/contract";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { MessageSquare, Plus, ThumbsUp } from "lucide-react";
import { lazy, Suspense } from "react";
import { Link } from "react-router";
import { useMe } from "../features/auth/me.queries.ts";
import { WeekTable } from "../features/writing/stats/WeekTable.tsx";
import { WriterStatCards } from "../features/writing/stats/WriterStatCards.tsx";
import * as writerWeeksCss from "../features/writing/stats/writer-weeks.module.css";
import { ownContentQuery, writerStatsQuery } from "../features/writing/writing.queries.ts";
import { texts } from "../features/writing/writing-texts.ts";
import { lazyNamed } from "../lib/lazy-named.ts";
import { PageTitle } from "../lib/PageTitle.tsx";
import { formatDay } from "../lib/time/dates.ts";
import { StatusBadge } from "../ui/Badge.tsx";
import { ButtonLink } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import * as kit from "../ui/kit.module.css";
import { ListRow } from "../ui/ListRow.tsx";
import { PageHead } from "../ui/PageHead.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { Row } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";
import { TypeTile } from "../ui/TypeTile.tsx";
import { VerifiedMark } from "../ui/VerifiedMark.tsx";
import * as recentPostsCss from "./dashboard/recent-posts.module.css";
import { SignInHint } from "./dashboard/SignInHint.tsx";
import { useWriter } from "./writer/useWriter.ts";
import * as writerHomeCss from "./writer/writer-home.module.css";

/** /techwriterdashboard and /techhome show the same (docs/rules.md#dashboards). */
export function TechWriterDashboardPage() {
  const me = useMe();
  const { id, isVisitor } = useWriter();
  const stats = useQuery({ ...writerStatsQuery, enabled: !isVisitor });
  const own = useInfiniteQuery({ ...ownContentQuery(id ?? 0), enabled: id !== null });
  const name = me.isLoading ? undefined : (me.data?.name ?? messages.defaultWriterName);
  return (
    <>
      <PageTitle title="Home" hidden />
      <PageHead
        title={name ? `Welcome Back, ${name}` : "Welcome Back"}
        sub="Here’s a snapshot of your content activity!!"
      >
        <Row wrap className={writerHomeCss.actions}>
          <ButtonLink className={writerHomeCss.create} kind="primary" to={screens.myPosts}>
            <Plus size={18} />
            Create New Content
          </ButtonLink>
          <ButtonLink to={screens.content}>Review Posts</ButtonLink>
          <ButtonLink to={screens.techWriterProfile}>Edit Profile</ButtonLink>
        </Row>
      </PageHead>
      <WriterStatCards stats={stats.data} isLoading={stats.isLoading} />
      {own.data?.length === 0 && (
        <Suspense>
          <WriterFirstSteps otherwise={<RecentPosts items={[]} />} />
        </Suspense>
      )}
      {stats.data && <WriterWeeks weeks={stats.data.weeks} />}
      {own.data && own.data.length > 0 && <RecentPosts items={own.data} />}
      <SignInHint />
    </>
  );
}

/** The chart library is loaded only here. If loading fails, the figures show in a table. */
const WeekCharts = lazy(() =>
  import("../features/writing/stats/WeekCharts.tsx").then(
    (charts) => ({ default: charts.WeekCharts }),
    () => ({ default: WeekTable }),
  ),
);

function WriterWeeks({ weeks }: { weeks: readonly FigureWeek[] }) {
  return (
    <Suspense fallback={<ChartSkeletons />}>
      <WeekCharts weeks={weeks} />
    </Suspense>
  );
}

function ChartSkeletons() {
  return (
    <div className={`${kit.cardGrid} ${writerWeeksCss.charts}`} aria-hidden="true">
      <Card pad>
        <Skeleton height={220} />
      </Card>
      <Card pad>
        <Skeleton height={220} />
      </Card>
    </div>
  );
}

// Lazy: for a writer's first visits alone.
const WriterFirstSteps = lazyNamed(() => import("./dashboard/WriterFirstSteps.tsx"), "WriterFirstSteps");

const shown = 5;

/** The newest of a writer's own items. */
function RecentPosts({ items }: { items: readonly ContentItem[] }) {
  return (
    <Card as="section" above={5} aria-labelledby="recent-posts">
      <Row between className={recentPostsCss.head}>
        <h2 className={kit.heading} id="recent-posts">
          Recent posts
        </h2>
        <Link className={`${kit.link} ${kit.small}`} to={screens.content}>
          My Content
        </Link>
      </Row>
      {items.length === 0 ? (
        <ListRow as="p" pad className={`${kit.muted} ${kit.small}`}>
          {texts.noContent}
        </ListRow>
      ) : (
        <ul className={kit.small}>
          {items.slice(0, shown).map((item) => (
            <ListRow
              key={item.id}
              pad
              className={recentPostsCss.post}
              lead={<TypeTile type={item.content_type} />}
              end={<Figures {...item} />}
            >
              <Link className={`${kit.hoverLink} ${recentPostsCss.title}`} to={postPath(item.id)}>
                {item.title}
              </Link>
              <Text kind="note">{formatDay(item.created_at)}</Text>
            </ListRow>
          ))}
        </ul>
      )}
    </Card>
  );
}

const Figures = ({ likes, comments, status, standing }: ContentItem) => (
  <>
    <span className={`${kit.note} ${kit.num} ${recentPostsCss.counts}`}>
      <span className={kit.iconed}>
        <ThumbsUp size={15} />
        {likes}
        <span className={kit.srOnly}> likes</span>
      </span>
      <span className={kit.iconed}>
        <MessageSquare size={15} />
        {comments}
        <span className={kit.srOnly}> comments</span>
      </span>
    </span>
    <span className={`${kit.iconed} ${recentPostsCss.end}`}>
      <StatusBadge status={status} />
      {status === "Published" && (
        <VerifiedMark form={standing === "verified" ? "dot" : "quiet"} standing={standing} />
      )}
    </span>
  </>
);
