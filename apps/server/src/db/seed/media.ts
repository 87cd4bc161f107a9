// Written by scripts/make-demo-media/facts.mjs; make the media again rather than edit this.

interface DemoMediaFacts {
  type: string;
  width: number | null;
  height: number | null;
  duration_seconds: number | null;
}

/** What cannot be read cheaply at seed time, by file name in media/. */
export const demoMedia: Readonly<Record<string, DemoMediaFacts>> = {
  "blue-green.jpg": { type: "image/jpeg", width: 1600, height: 900, duration_seconds: null },
  "btree.jpg": { type: "image/jpeg", width: 1600, height: 900, duration_seconds: null },
  "cairn-stacking.jpg": { type: "image/jpeg", width: 1600, height: 900, duration_seconds: null },
  "cairn-stacking.mp4": { type: "video/mp4", width: 854, height: 480, duration_seconds: 10 },
  "cold-start.jpg": { type: "image/jpeg", width: 1600, height: 900, duration_seconds: null },
  "confusion-matrix.jpg": { type: "image/jpeg", width: 1600, height: 900, duration_seconds: null },
  "embeddings.jpg": { type: "image/jpeg", width: 1600, height: 900, duration_seconds: null },
  "first-on-call.m4a": { type: "audio/mp4", width: null, height: null, duration_seconds: 37 },
  "gradient-descent.jpg": { type: "image/jpeg", width: 1600, height: 900, duration_seconds: null },
  "grid-layout.jpg": { type: "image/jpeg", width: 1600, height: 900, duration_seconds: null },
  "histogram.jpg": { type: "image/jpeg", width: 1600, height: 900, duration_seconds: null },
  "incident-checklist.pdf": { type: "application/pdf", width: null, height: null, duration_seconds: null },
  "list-recycling.jpg": { type: "image/jpeg", width: 1600, height: 900, duration_seconds: null },
  "offline-queue.jpg": { type: "image/jpeg", width: 1600, height: 900, duration_seconds: null },
  "passwords.jpg": { type: "image/jpeg", width: 1600, height: 900, duration_seconds: null },
  "pipeline.jpg": { type: "image/jpeg", width: 1600, height: 900, duration_seconds: null },
  "threat-model.jpg": { type: "image/jpeg", width: 1600, height: 900, duration_seconds: null },
  "tls-handshake.jpg": { type: "image/jpeg", width: 1600, height: 900, duration_seconds: null },
  "tokens.jpg": { type: "image/jpeg", width: 1600, height: 900, duration_seconds: null },
  "touch-targets.jpg": { type: "image/jpeg", width: 1600, height: 900, duration_seconds: null },
};
