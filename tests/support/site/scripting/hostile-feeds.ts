import { once } from "node:events";
import { createServer } from "node:http";

export interface HostileFeeds {
  readonly settings: Record<string, string>;
  close(): void;
}

/** The two external services, with payloads in every item. */
export async function serveHostileFeeds(payloads: readonly string[]): Promise<HostileFeeds> {
  const all = payloads.join(" ");
  const date = new Date().toISOString();
  const videos = payloads.slice(0, 6).map((payload, number) => ({
    guid: `${number} ${payload}`,
    title: `Clip ${all}`,
    pubDate: date,
    description: all,
    link:
      number % 2 ? `https://www.youtube.com/watch?v=dQw4w9WgXcQ&x=${encodeURIComponent(payload)}` : payload,
    author: all,
  }));
  const articles = payloads.slice(0, 9).map((payload, number) => ({
    id: number + 1,
    title: `Paper ${all}`,
    published_at: date,
    url: number % 2 ? `https://example.com/${encodeURIComponent(payload)}` : payload,
    user: { name: all },
    tag_list: [payload],
    description: all,
    positive_reactions_count: 3,
    body_html: `<h2>Paper</h2><p>${payloads.join("</p><p>")}</p>`,
  }));
  const server = createServer(({ url = "" }, response) => {
    const id = Number(/\/articles\/(\d+)/.exec(url)?.[1]);
    const answer = url.startsWith("/videos") ? { items: videos } : id ? articles[id - 1] : articles;
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(answer));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  return {
    settings: {
      VIDEO_FEED_URL: `http://127.0.0.1:${port}/videos`,
      ARTICLES_FEED_URL: `http://127.0.0.1:${port}/articles`,
    },
    close: () => server.close(),
  };
}
