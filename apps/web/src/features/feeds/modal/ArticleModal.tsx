import { messages } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { Byline } from "../../../ui/Byline.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { LoadingLine } from "../../../ui/LoadingLine.tsx";
import { SafeHtml } from "../../../ui/SafeHtml.tsx";
import { ErrorState } from "../../../ui/State.tsx";
import { useDelayedFlag } from "../../../ui/useDelayedFlag.ts";
import { ArticleFacts } from "../cards/ArticleFacts.tsx";
import { articleQuery } from "../feeds.queries.ts";
import type { ArticleItem } from "../model/feed-item.ts";
import { bylineNote } from "./byline-note.ts";
import "./feed-modal.css";
import { OutsideLink } from "./OutsideLink.tsx";
import { SampleComments } from "./SampleComments.tsx";

interface ArticleModalProps {
  article: ArticleItem;
  onClose: () => void;
}

/** What the list knows shows at once; the text comes by itself. */
export function ArticleModal({ article, onClose }: ArticleModalProps) {
  return (
    <Dialog open size="wide" title={article.title} onClose={onClose}>
      <div className="feed-modal-main">
        <Byline name={article.author} size={36} note={bylineNote(article)} />
        <ArticleFacts article={article} />
        <ArticleText id={article.id} />
        {article.media_url && <OutsideLink to={article.media_url}>{messages.readFullArticle}</OutsideLink>}
      </div>
      <SampleComments />
    </Dialog>
  );
}

function ArticleText({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useQuery(articleQuery(id));
  const isLoading = data === undefined && isFetching;
  const signShown = useDelayedFlag(isLoading);

  if (isLoading || signShown) {
    return <div className="article-wait">{signShown && <LoadingLine text={messages.articleLoading} />}</div>;
  }
  if (data === undefined) {
    return (
      <ErrorState
        title="The article could not be loaded"
        text={error?.message}
        onRetry={() => void refetch()}
      />
    );
  }
  return <SafeHtml className="article-text" pictures html={data.body_html} />;
}
