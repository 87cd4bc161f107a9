/** What a file may be, by its own bytes and by its sender's declaration (docs/evidence/spec-clauses.md#s5-writer-file). */
export const uploadTypes = ["image/jpeg", "image/png", "application/pdf", "video/mp4"] as const;

/** What a poster may be sent as (docs/rules.md#posters). */
export const posterTypes = ["image/jpeg", "image/png", "image/webp"] as const;

/**
 * What a recording may be declared as: MP3, M4A or Ogg, as browsers and telephones name them (docs/rules.md#recordings). The call
 * takes them beside `uploadTypes`; the forms' file field does not.
 */
export const recordingTypes = [
  "audio/mpeg",
  "audio/mp3",
  "audio/mp4",
  "audio/m4a",
  "audio/x-m4a",
  "audio/ogg",
  "audio/opus",
  "application/ogg",
] as const;
