import { Type } from "typebox";
import { endpoint } from "./endpoint.ts";
import { IdParams } from "./paging.ts";

export const getContentProof = endpoint({
  name: "getContentProof",
  method: "GET",
  path: "/content/:id/proof",
  summary:
    "That the approval of what readers are served is in the log: a file in C2SP's tlog-proof format, with the row itself in `extra`, which can be checked without the site. `reviewer_salt` of the same row in `/content/:id/reviews` opens who approved it",
  tag: "Log",
  access: "visitor",
  params: IdParams,
  replies: { 200: Type.String() },
  errors: ["not_published", "log_behind"],
});
