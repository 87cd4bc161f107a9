import { type Static, Type } from "typebox";
import { endpoint } from "./endpoint.ts";

/** The version of tus that the calls below speak: resumable uploads, https://tus.io/protocols/resumable-upload. */
export const tusVersion = "1.0.0";

/** As a body of `sendPiece`. */
export const pieceType = "application/offset+octet-stream";

const Params = Type.Object({ id: Type.String({ pattern: "^[0-9a-f]{32}$" }) });

/** A file that arrives in pieces, before the item that will have it. The headers of tus say the same. */
export const Upload = Type.Object(
  {
    /** By which `POST /content` and `PATCH /content/:id` name it, once all of it has arrived. */
    id: Type.String(),
    /** Bytes of the whole file, and those that have arrived. */
    length: Type.Integer({ minimum: 1 }),
    offset: Type.Integer({ minimum: 0 }),
    /** When it is deleted, unless an item has it by then. */
    ends_at: Type.String({ format: "date-time" }),
  },
  { $id: "Upload" },
);
export type Upload = Static<typeof Upload>;

export const createUpload = endpoint({
  name: "createUpload",
  method: "POST",
  path: "/uploads",
  summary:
    "Begin to send a file that may be larger than a form takes (tus 1.0.0: headers Tus-Resumable, Upload-Length, Upload-Metadata with filename and filetype)",
  tag: "Writing",
  access: "member",
  writes: true,
  replies: { 201: Upload },
  errors: [
    "file_too_large",
    "file_type_refused",
    "quota_exceeded",
    "list_full",
    "not_found",
    "precondition_failed",
  ],
});

export const getUpload = endpoint({
  name: "getUpload",
  method: "GET",
  path: "/uploads/:id",
  summary: "How much of an own upload has arrived (tus 1.0.0 asks with HEAD)",
  tag: "Writing",
  access: "member",
  params: Params,
  replies: { 200: Upload },
  errors: ["upload_not_found", "precondition_failed"],
});

export const sendPiece = endpoint({
  name: "sendPiece",
  method: "PATCH",
  path: "/uploads/:id",
  summary:
    "Send the next bytes of an own upload (tus 1.0.0: headers Tus-Resumable, Upload-Offset, Upload-Checksum). What arrives before a connection breaks is kept, unless it has a checksum",
  tag: "Writing",
  access: "member",
  params: Params,
  binary: pieceType,
  replies: { 204: Type.Null() },
  errors: [
    "upload_not_found",
    "upload_offset",
    "list_full",
    "checksum_mismatch",
    "file_too_large",
    "file_type_refused",
  ],
});

export const endUpload = endpoint({
  name: "endUpload",
  method: "DELETE",
  path: "/uploads/:id",
  summary: "Delete an own upload and what has arrived of it",
  tag: "Writing",
  access: "member",
  params: Params,
  replies: { 204: Type.Null() },
  errors: ["upload_not_found"],
});
