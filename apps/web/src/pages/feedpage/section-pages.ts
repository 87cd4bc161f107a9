/** Which page of each section shows, from 1 on. */
export interface SectionPages {
  content: number;
  videos: number;
  articles: number;
}

/** Makes pages of whatever the history kept. */
export function readPages(noted: unknown): SectionPages {
  const { content, videos, articles } = (noted ?? {}) as Partial<Record<keyof SectionPages, unknown>>;
  return { content: pageOf(content), videos: pageOf(videos), articles: pageOf(articles) };
}

const pageOf = (noted: unknown) => (Number.isSafeInteger(noted) && Number(noted) >= 1 ? Number(noted) : 1);
