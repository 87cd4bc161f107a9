import { type APIRequestContext, expect } from "@playwright/test";

/**
 * A real video from the demo data, padded with an empty box (ISO 14496-12, `free`) so that sending it takes a while.
 */
export async function largeVideo(request: APIRequestContext, bytes: number) {
  const list = await request.get("/api/content/search?type=Video");
  const { items } = await list.json();
  const film = items.find(({ media }: { media: { type: string } | null }) => media?.type === "video/mp4");
  const answer = await request.get(film.media.url);
  expect(answer.ok()).toBe(true);
  const video = await answer.body();
  const box = Buffer.alloc(Math.max(8, bytes - video.length));
  box.writeUInt32BE(box.length, 0);
  box.write("free", 4, "latin1");
  return { name: "stacking-stones.mp4", mimeType: "video/mp4", buffer: Buffer.concat([video, box]) };
}
