import { type Static, Type } from "typebox";
import { endpoint } from "./endpoint.ts";

export const pushLimits = {
  /** Characters of a subscription's address. */
  endpointLength: 2_000,
  /** Devices of one member; the oldest makes room for an eleventh. */
  devices: 10,
} as const;

const Endpoint = Type.String({ minLength: 9, maxLength: pushLimits.endpointLength });
/** Base64url without padding, of so many bytes. */
function bytesOf(count: number) {
  const length = Math.ceil((count * 4) / 3);
  return Type.String({ pattern: `^[A-Za-z0-9_-]{${length}}={0,2}$`, maxLength: length + 2 });
}

const PushState = Type.Object({ on: Type.Boolean() });

/** What a push carries (JSON, below 4 KB). */
export const PushMessage = Type.Object({
  /** Id of the notice; all pushes of one notice have the same. */
  id: Type.Integer(),
  title: Type.String(),
  text: Type.String(),
  /** A path of the site. */
  url: Type.String(),
});
export type PushMessage = Static<typeof PushMessage>;

export const getPushKey = endpoint({
  name: "getPushKey",
  method: "GET",
  path: "/push/key",
  summary: "The public key by which a browser subscribes to the site's pushes (RFC 8292), as base64url",
  tag: "Notifications",
  access: "member",
  replies: { 200: Type.Object({ key: Type.String() }) },
  errors: [],
});

export const addPushSubscription = endpoint({
  name: "addPushSubscription",
  method: "POST",
  path: "/push/subscriptions",
  summary:
    "Push notifications to this device, as `PushSubscription.toJSON()` describes it, until its session ends; an address that is known moves to the caller",
  tag: "Notifications",
  access: "member",
  body: Type.Object({
    endpoint: Endpoint,
    keys: Type.Object({ p256dh: bytesOf(65), auth: bytesOf(16) }),
  }),
  replies: { 201: PushState },
  errors: [],
});

export const removePushSubscription = endpoint({
  name: "removePushSubscription",
  method: "DELETE",
  path: "/push/subscriptions",
  summary: "Push nothing more to this device of the member's",
  tag: "Notifications",
  access: "member",
  body: Type.Object({ endpoint: Endpoint }),
  replies: { 200: PushState },
  errors: [],
});
