/** Source items as the two outside services send them (spec section 3). */
export interface VideoSourceItem {
  guid: string;
  title: string;
  /** "YYYY-MM-DD hh:mm:ss" without a zone: UTC (D12). */
  pubDate: string;
  description: string;
  link: string;
  author: string;
}

export interface ArticleSourceItem {
  id: number;
  title: string;
  /** ISO 8601. */
  published_at: string;
  url: string;
  user: { name: string };
  tag_list: readonly string[];
  description: string;
  body_html: string;
  positive_reactions_count: number;
}
