import type { FeedItem } from "../model/feed-item.ts";
import { ArticleModal } from "./ArticleModal.tsx";
import { VideoModal } from "./VideoModal.tsx";

interface FeedItemModalProps {
  /** Null: nothing is open. */
  item: FeedItem | null;
  onClose: () => void;
}

export function FeedItemModal({ item, onClose }: FeedItemModalProps) {
  if (item === null) return null;
  return item.content_type === "video" ? (
    <VideoModal key={item.id} video={item} onClose={onClose} />
  ) : (
    <ArticleModal key={item.id} article={item} onClose={onClose} />
  );
}
