import { expect, test } from "vitest";
import { withPreview } from "./share-preview.ts";

const shell = "<head><title>Cairn</title></head>";
const site = { publicUrl: "https://cairn.example", siteName: "Cairn" };
const preview = { title: "T", description: "D", author: "A", publishedAt: null, image: null, ownImage: null };

test("a shared link shows title, excerpt, author and picture", () => {
  const facts = { ...preview, publishedAt: "2026-01-02T03:04:05.000Z", image: "/media/a.jpg" };
  const page = withPreview(shell, facts, "https://cairn.example/posts/1", site);
  expect(page).toContain("<title>T · Cairn</title>");
  expect(page).toContain('<meta property="og:image" content="https://cairn.example/media/a.jpg">');
  expect(page).toContain('<meta name="twitter:card" content="summary_large_image">');
  expect(page).toContain('<link rel="canonical" href="https://cairn.example/posts/1">');
});

test.each(['"><script>alert(1)</script>', "</title><script>", "$& $1 $`", "a & b"])(
  "%s in a title stays text",
  (title) => {
    const page = withPreview(shell, { ...preview, title }, "https://cairn.example/posts/1", site);
    expect(page).not.toContain("<script");
    expect(page.match(/<title>/g)).toHaveLength(1);
    const escaped = title
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replaceAll('"', "&quot;");
    expect(page).toContain(`<title>${escaped} · Cairn</title>`);
  },
);
