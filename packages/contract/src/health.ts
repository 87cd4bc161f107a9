import { Type } from "typebox";
import { endpoint } from "./endpoint.ts";

const Health = Type.Object({ status: Type.Literal("ok") }, { $id: "Health" });

export const getLiveness = endpoint({
  name: "getLiveness",
  method: "GET",
  path: "/health/live",
  summary: "The process runs",
  tag: "Health",
  access: "visitor",
  open: true,
  uncounted: true,
  replies: { 200: Health },
  errors: [],
});

export const getReadiness = endpoint({
  name: "getReadiness",
  method: "GET",
  path: "/health/ready",
  summary: "The process takes requests and its database answers",
  tag: "Health",
  access: "visitor",
  open: true,
  uncounted: true,
  replies: { 200: Health },
  errors: ["unavailable"],
});
