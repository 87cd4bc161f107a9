import { type Static, Type } from "typebox";
import { endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";

/** What a picture in a text may be sent as (docs/rules.md#pictures-in-texts). */
export const textPictureTypes = ["image/png", "image/jpeg", "image/webp", "image/gif", "image/avif"] as const;

/** Beside it the part `file` of a form: one of `textPictureTypes`, 10,485,760 bytes at most. */
export const PictureDraft = Type.Object(
  {
    /** What the picture shows, for those who do not see it. */
    alt: Type.String({ maxLength: limits.mediaAltLength }),
    /** true: the picture shows nothing that has to be said, and `alt` may be empty. */
    decorative: Type.Optional(Type.Boolean()),
  },
  { $id: "PictureDraft", additionalProperties: false },
);
export type PictureDraft = Static<typeof PictureDraft>;

export const TextPicture = Type.Object(
  {
    /** How a text names it: `![alt](picture:KEY)`. */
    key: Type.String(),
    width: Type.Integer({ minimum: 1 }),
    height: Type.Integer({ minimum: 1 }),
    /** What to write where it shall stand. */
    markdown: Type.String(),
    /** A signed address of the stored picture, for its owner alone. */
    url: Type.String(),
  },
  { $id: "TextPicture" },
);
export type TextPicture = Static<typeof TextPicture>;

export const createPicture = endpoint({
  name: "createPicture",
  method: "POST",
  path: "/pictures",
  summary:
    "Send a picture that shall stand in a text. Only its owner can read it until a published revision has it; what no text has for 30 days is deleted",
  tag: "Writing",
  access: "member",
  writes: true,
  keyed: true,
  upload: "file",
  body: PictureDraft,
  replies: { 201: TextPicture },
  errors: ["key_in_use", "file_too_large", "picture_too_large", "file_type_refused", "storage_full"],
});
