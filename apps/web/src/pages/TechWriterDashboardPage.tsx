import { messages, screens } from "@cairn/contract";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useMe } from "../features/auth/me.queries.ts";
import { RecentPosts } from "../features/writing/stats/RecentPosts.tsx";
import { WriterStatCards } from "../features/writing/stats/WriterStatCards.tsx";
import { WriterWeeks } from "../features/writing/stats/WriterWeeks.tsx";
import { ownContentQuery, writerStatsQuery } from "../features/writing/writing.queries.ts";
import { PageTitle } from "../lib/PageTitle.tsx";
import { ButtonLink } from "../ui/Button.tsx";
import * as layoutCss from "../ui/layout.module.css";
import { SignInHint } from "./dashboard/SignInHint.tsx";
import { useWriter } from "./writer/useWriter.ts";
import * as writerHomeCss from "./writer/writer-home.module.css";

/** /techwriterdashboard and /techhome show the same (docs/rules.md#d7). */
export function TechWriterDashboardPage() {
  const me = useMe();
  const { id, isVisitor } = useWriter();
  const stats = useQuery({ ...writerStatsQuery, enabled: !isVisitor });
  const own = useInfiniteQuery({ ...ownContentQuery(id ?? 0), enabled: id !== null });
  const name = me.isLoading ? undefined : (me.data?.name ?? messages.defaultWriterName);
  return (
    <>
      <PageTitle title="Home" hidden />
      <div className={layoutCss.pageHead}>
        <div>
          <h1 className={layoutCss.h1}>Welcome Back{name && `, ${name}`}</h1>
          <p className={layoutCss.sub}>Here’s a snapshot of your content activity!!</p>
        </div>
        <div className={`${layoutCss.pageHeadEnd} ${writerHomeCss.actions}`}>
          <ButtonLink className={writerHomeCss.create} kind="primary" to={screens.myPosts}>
            <Plus size={18} />
            Create New Content
          </ButtonLink>
          <ButtonLink to={screens.content}>Review Posts</ButtonLink>
          <ButtonLink to={screens.techWriterProfile}>Edit Profile</ButtonLink>
        </div>
      </div>
      <WriterStatCards stats={stats.data} isLoading={stats.isLoading} />
      {stats.data && <WriterWeeks weeks={stats.data.weeks} />}
      {own.data && <RecentPosts items={own.data} />}
      <SignInHint />
    </>
  );
}
