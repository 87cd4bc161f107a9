// Written by demo/make/facts.mjs; make the media again rather than edit this.

interface DemoMediaFacts {
  type: string;
  width: number | null;
  height: number | null;
  duration_seconds: number | null;
}

/** What cannot be read cheaply at seed time, by its path here. */
export const demoMedia: Readonly<Record<string, DemoMediaFacts>> = {
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
  "media/cairn-stacking.jpg": { type: "image/jpeg", width: 1600, height: 900, duration_seconds: null },
  "media/cairn-stacking.mp4": { type: "video/mp4", width: 854, height: 480, duration_seconds: 10 },
  "items/cold-start/cold-start.jpg": { type: "image/jpeg", width: 1600, height: 900, duration_seconds: null },
  "items/confusion-matrix/confusion-matrix.jpg": {
    type: "image/jpeg",
    width: 1600,
    height: 900,
    duration_seconds: null,
  },
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
  },
  "items/list-recycling/list-recycling.jpg": {
    type: "image/jpeg",
    width: 1600,
    height: 900,
    duration_seconds: null,
  },
  "items/offline-outbox/offline-queue.jpg": {
    type: "image/jpeg",
    width: 1600,
    height: 900,
    duration_seconds: null,
  },
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
  "items/touch-targets/touch-targets.jpg": {
    type: "image/jpeg",
    width: 1600,
    height: 900,
    duration_seconds: null,
  },
};
