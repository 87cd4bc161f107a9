// Written by demo/make/facts.mjs; make the media again rather than edit this.

interface DemoMediaFacts {
  type: string;
  width: number | null;
  height: number | null;
  duration_seconds: number | null;
  /** Of a PDF. */
  pages?: number;
}

/** What cannot be read cheaply at seed time, by its path here. */
export const demoMedia: Readonly<Record<string, DemoMediaFacts>> = {
  "portraits/admin-256.jpg": { type: "image/jpeg", width: 256, height: 256, duration_seconds: null },
  "portraits/admin-96.jpg": { type: "image/jpeg", width: 96, height: 96, duration_seconds: null },
  "items/zero-downtime-deploys/blue-green.jpg": {
    type: "image/jpeg",
    width: 1600,
    height: 900,
    duration_seconds: null,
  },
  "items/postgres-indexes/btree.jpg": {
    type: "image/jpeg",
    width: 1600,
    height: 900,
    duration_seconds: null,
  },
  "items/cold-start/cold-start.jpg": { type: "image/jpeg", width: 1600, height: 900, duration_seconds: null },
  "items/confusion-matrix/confusion-matrix.jpg": {
    type: "image/jpeg",
    width: 1600,
    height: 900,
    duration_seconds: null,
  },
  "items/decoding-stone-by-stone/decoding-stone-by-stone.jpg": {
    type: "image/jpeg",
    width: 1600,
    height: 900,
    duration_seconds: null,
  },
  "items/decoding-stone-by-stone/decoding-stone-by-stone.mp4": {
    type: "video/mp4",
    width: 854,
    height: 480,
    duration_seconds: 47,
  },
  "items/easing-and-settling/easing-and-settling.jpg": {
    type: "image/jpeg",
    width: 1600,
    height: 900,
    duration_seconds: null,
  },
  "items/easing-and-settling/easing-and-settling.mp4": {
    type: "video/mp4",
    width: 854,
    height: 480,
    duration_seconds: 36,
  },
  "portraits/elif-256.jpg": { type: "image/jpeg", width: 256, height: 256, duration_seconds: null },
  "portraits/elif-96.jpg": { type: "image/jpeg", width: 96, height: 96, duration_seconds: null },
  "items/embeddings-kettle/embeddings.jpg": {
    type: "image/jpeg",
    width: 1600,
    height: 900,
    duration_seconds: null,
  },
  "items/first-on-call/first-on-call.m4a": {
    type: "audio/mp4",
    width: null,
    height: null,
    duration_seconds: 37,
  },
  "items/gradient-descent/gradient-descent.jpg": {
    type: "image/jpeg",
    width: 1600,
    height: 900,
    duration_seconds: null,
  },
  "items/grid-layout/grid-layout.jpg": {
    type: "image/jpeg",
    width: 1600,
    height: 900,
    duration_seconds: null,
  },
  "items/histogram/histogram.jpg": { type: "image/jpeg", width: 1600, height: 900, duration_seconds: null },
  "items/incident-thirty-minutes/incident-checklist.pdf": {
    type: "application/pdf",
    width: null,
    height: null,
    duration_seconds: null,
    pages: 1,
  },
  "portraits/ivan-256.jpg": { type: "image/jpeg", width: 256, height: 256, duration_seconds: null },
  "portraits/ivan-96.jpg": { type: "image/jpeg", width: 96, height: 96, duration_seconds: null },
  "portraits/kofi-256.jpg": { type: "image/jpeg", width: 256, height: 256, duration_seconds: null },
  "portraits/kofi-96.jpg": { type: "image/jpeg", width: 96, height: 96, duration_seconds: null },
  "portraits/linh-256.jpg": { type: "image/jpeg", width: 256, height: 256, duration_seconds: null },
  "portraits/linh-96.jpg": { type: "image/jpeg", width: 96, height: 96, duration_seconds: null },
  "items/list-recycling/list-recycling.jpg": {
    type: "image/jpeg",
    width: 1600,
    height: 900,
    duration_seconds: null,
  },
  "portraits/maya-256.jpg": { type: "image/jpeg", width: 256, height: 256, duration_seconds: null },
  "portraits/maya-96.jpg": { type: "image/jpeg", width: 96, height: 96, duration_seconds: null },
  "portraits/member-256.jpg": { type: "image/jpeg", width: 256, height: 256, duration_seconds: null },
  "portraits/member-96.jpg": { type: "image/jpeg", width: 96, height: 96, duration_seconds: null },
  "portraits/new-admin-256.jpg": { type: "image/jpeg", width: 256, height: 256, duration_seconds: null },
  "portraits/new-admin-96.jpg": { type: "image/jpeg", width: 96, height: 96, duration_seconds: null },
  "items/offline-outbox/offline-queue.jpg": {
    type: "image/jpeg",
    width: 1600,
    height: 900,
    duration_seconds: null,
  },
  "portraits/otieno-256.jpg": { type: "image/jpeg", width: 256, height: 256, duration_seconds: null },
  "portraits/otieno-96.jpg": { type: "image/jpeg", width: 96, height: 96, duration_seconds: null },
  "items/hashing-passwords/passwords.jpg": {
    type: "image/jpeg",
    width: 1600,
    height: 900,
    duration_seconds: null,
  },
  "items/pipeline-twice/pipeline.jpg": {
    type: "image/jpeg",
    width: 1600,
    height: 900,
    duration_seconds: null,
  },
  "portraits/priya-256.jpg": { type: "image/jpeg", width: 256, height: 256, duration_seconds: null },
  "portraits/priya-96.jpg": { type: "image/jpeg", width: 96, height: 96, duration_seconds: null },
  "portraits/samuel-256.jpg": { type: "image/jpeg", width: 256, height: 256, duration_seconds: null },
  "portraits/samuel-96.jpg": { type: "image/jpeg", width: 96, height: 96, duration_seconds: null },
  "items/serving-video/serving-video.jpg": {
    type: "image/jpeg",
    width: 1600,
    height: 900,
    duration_seconds: null,
  },
  "items/serving-video/serving-video.mp4": {
    type: "video/mp4",
    width: 854,
    height: 480,
    duration_seconds: 37,
  },
  "items/spot-the-phish/spot-the-phish.m4a": {
    type: "audio/mp4",
    width: null,
    height: null,
    duration_seconds: 50,
  },
  "items/threat-model/threat-model.jpg": {
    type: "image/jpeg",
    width: 1600,
    height: 900,
    duration_seconds: null,
  },
  "items/tls-handshake/tls-handshake.jpg": {
    type: "image/jpeg",
    width: 1600,
    height: 900,
    duration_seconds: null,
  },
  "items/tokens-and-letters/tokens.jpg": {
    type: "image/jpeg",
    width: 1600,
    height: 900,
    duration_seconds: null,
  },
  "portraits/tomas-256.jpg": { type: "image/jpeg", width: 256, height: 256, duration_seconds: null },
  "portraits/tomas-96.jpg": { type: "image/jpeg", width: 96, height: 96, duration_seconds: null },
  "items/touch-targets/touch-targets.jpg": {
    type: "image/jpeg",
    width: 1600,
    height: 900,
    duration_seconds: null,
  },
  "portraits/wanjiru-256.jpg": { type: "image/jpeg", width: 256, height: 256, duration_seconds: null },
  "portraits/wanjiru-96.jpg": { type: "image/jpeg", width: 96, height: 96, duration_seconds: null },
  "portraits/writer-256.jpg": { type: "image/jpeg", width: 256, height: 256, duration_seconds: null },
  "portraits/writer-96.jpg": { type: "image/jpeg", width: 96, height: 96, duration_seconds: null },
};
