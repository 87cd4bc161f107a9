import { useCallback, useState } from "react";

const texts = {
  posted: "Your comment is posted.",
  changed: "Your change is saved.",
  deleted: "The comment is deleted.",
};

interface News {
  kind: keyof typeof texts | null;
  id: number;
  /** For those who do not see it happen. */
  text: string;
  turn: number;
}

/** What this reader has just done to the comments. */
export function useCommentNews() {
  const [news, setNews] = useState<News>({ kind: null, id: 0, text: "", turn: 0 });
  const tell = useCallback(
    (kind: keyof typeof texts, id: number) =>
      setNews(({ turn }) => ({ kind, id, text: texts[kind], turn: turn + 1 })),
    [],
  );
  return { news, tell };
}

export type CommentNews = ReturnType<typeof useCommentNews>;
