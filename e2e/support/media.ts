import { type APIRequestContext, expect } from "@playwright/test";

/** A real film out of the demo data, grown by an empty box (ISO 14496-12, `free`) until it takes a while to send. */
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
