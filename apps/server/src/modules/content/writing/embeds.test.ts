import { embedPlayer, readEmbed } from "@cairn/contract";
import { expect, test } from "vitest";

const hosts = ["tube.example", "127.0.0.1:9000"];
const read = (address: string) => readEmbed(address, hosts);
const short = "kkGMgK9ZtnKfYAgnEtQxbv";

test.each([
  ["youtube.com/watch?v=aqz-KE-bpKQ&t=9&list=PL1", "www.youtube.com/watch?v=aqz-KE-bpKQ"],
  ["m.youtube.com/watch?v=aqz-KE-bpKQ", "www.youtube.com/watch?v=aqz-KE-bpKQ"],
  ["music.youtube.com/watch?v=aqz-KE-bpKQ", "www.youtube.com/watch?v=aqz-KE-bpKQ"],
  ["youtu.be/aqz-KE-bpKQ?si=x", "www.youtube.com/watch?v=aqz-KE-bpKQ"],
  ["www.youtube.com/shorts/aqz-KE-bpKQ", "www.youtube.com/watch?v=aqz-KE-bpKQ"],
  ["www.youtube.com/live/aqz-KE-bpKQ/", "www.youtube.com/watch?v=aqz-KE-bpKQ"],
  ["www.youtube-nocookie.com/embed/aqz-KE-bpKQ", "www.youtube.com/watch?v=aqz-KE-bpKQ"],
  ["vimeo.com/76979871", "vimeo.com/76979871"],
  ["www.vimeo.com/76979871/8272103f6e?share=copy", "vimeo.com/76979871/8272103f6e"],
  ["player.vimeo.com/video/76979871?h=8272103f6e", "vimeo.com/76979871/8272103f6e"],
  [`tube.example/w/${short}`, `tube.example/w/${short}`],
  ["Tube.example/videos/watch/9c9de5e8-0a1e-484a-b099-e80766180a6d", `tube.example/w/${short}`],
  ["tube.example/videos/embed/9C9DE5E8-0A1E-484A-B099-E80766180A6D?start=3s", `tube.example/w/${short}`],
])("%s names the film %s", (sent, stored) => {
  expect(read(`https://${sent}`)?.address).toBe(`https://${stored}`);
});

test.each([
  "",
  "aqz-KE-bpKQ",
  "javascript:alert(1)//youtube.com/watch?v=aqz-KE-bpKQ",
  "http://www.youtube.com/watch?v=aqz-KE-bpKQ",
  "https://me:secret@www.youtube.com/watch?v=aqz-KE-bpKQ",
  "https://www.youtube.com:8443/watch?v=aqz-KE-bpKQ",
  "https://www.youtube.com/watch?v=aqz-KE-bpK%22",
  "https://www.youtube.com/watch?v=short",
  "https://www.youtube.com/playlist?list=PLBCF2DAC6FFB574DE",
  "https://www.youtube.com/embed/videoseries?list=PLBCF2DAC6FFB574DE",
  "https://www.youtube.com/embed/live_stream?channel=UC1",
  "https://www.youtube.com/@blender",
  "https://www.youtube-nocookie.com/watch?v=aqz-KE-bpKQ",
  "https://youtube.com.example/watch?v=aqz-KE-bpKQ",
  "https://vimeo.com/channels/staffpicks/76979871",
  "https://vimeo.com/76979871/settings",
  "https://vimeo.com/0",
  `https://other.example/w/${short}`,
  `http://tube.example/w/${short}`,
  `https://127.0.0.1:9000/w/${short}`,
  "https://tube.example/w/p/kkGMgK9ZtnKfYAgnEtQxbv",
  "https://tube.example/w/kkGMgK9ZtnKfYAgnEtQx0v",
  "https://tube.example/c/channel/videos",
])("%s is no film that is taken", (sent) => {
  expect(read(sent)).toBeNull();
});

test.each([
  [
    "https://youtu.be/aqz-KE-bpKQ",
    "https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?autoplay=1&rel=0&start=95",
  ],
  ["https://vimeo.com/7/8272103f6e", "https://player.vimeo.com/video/7?h=8272103f6e&autoplay=1&dnt=1#t=95s"],
  [
    `http://127.0.0.1:9000/w/${short}`,
    `http://127.0.0.1:9000/videos/embed/${short}?autoplay=1&p2p=0&start=95s`,
  ],
])("the player of %s begins where it is told to", (address, player) => {
  const embed = read(address);
  expect(embed && embedPlayer(embed, 95.4)).toBe(player);
  expect(embed && embedPlayer(embed)).not.toMatch(/autoplay|start|#/);
});
