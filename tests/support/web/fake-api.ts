import {
  defaultSite,
  type EndpointDefinition,
  type ErrorCode,
  errorSentence,
  errorStatus,
  getDeletionRequest,
  getExport,
  getLogState,
  getMe,
  getNoticeChoices,
  getPosition,
  getProfile,
  getSite,
  getUnreadCount,
  getWriterStats,
  listAuthors,
  listCategories,
  listComments,
  listContent,
  listDiscussed,
  listFeedArticles,
  listFeedVideos,
  listFollows,
  listHistory,
  listNotifications,
  listProviders,
  listRelated,
  listSavedIds,
  listSeries,
  listSessions,
  listTokens,
  listUnfinished,
  namedProviders,
  type OwnDeletionRequest,
  releaseContent,
  savePosition,
  searchContent,
} from "@cairn/contract";
import { type DefaultBodyType, HttpResponse, type HttpResponseResolver, http } from "msw";
import { setupServer } from "msw/node";
import { writerCategories } from "../../../apps/web/src/features/writing/form/form-categories.ts";
import { closedGate } from "./gate.ts";

const methods = { GET: http.get, POST: http.post, PUT: http.put, PATCH: http.patch, DELETE: http.delete };

/** Answers one of the contract's calls, at the address where the site makes it. */
export const answer = (
  { method, path }: EndpointDefinition,
  resolver: HttpResponseResolver,
  options?: { once: boolean },
) => methods[method](`*/api${path}`, resolver, options);

/** No answer at all: the connection is gone. */
export const silence = () => HttpResponse.error() as HttpResponse<null>;

/** An error answer as the server words it. */
export const refusal = (code: ErrorCode, more: Record<string, unknown> = {}) =>
  HttpResponse.json(
    { error: errorSentence[code], code, request_id: "request-1", ...more },
    { status: errorStatus[code] },
  );

/** Answers a call once the test opens the gate; tells how often it came. */
export function holdBack(endpoint: EndpointDefinition, reply: () => HttpResponse<DefaultBodyType>) {
  const gate = closedGate();
  let calls = 0;
  server.use(
    answer(endpoint, async () => {
      calls += 1;
      await gate.opened;
      return reply();
    }),
  );
  return { ...gate, calls: () => calls };
}

type Call = Parameters<HttpResponseResolver>[0];

/** Answers a call from here on; tells what was sent with each: its body, or what `keep` takes of it. */
export function sentTo(
  endpoint: EndpointDefinition,
  reply: () => HttpResponse<DefaultBodyType>,
  keep: (call: Call) => unknown = ({ request }) => request.json(),
): unknown[] {
  const sent: unknown[] = [];
  server.use(
    answer(endpoint, async (call) => {
      sent.push(await keep(call));
      return reply();
    }),
  );
  return sent;
}

/** For `sentTo`: the id in the path, and the body. */
export const idAndBody = async ({ params, request }: Call) => [params.id, await request.json()];

export const member = {
  id: 7,
  name: "Amina Yusuf",
  email: "amina@cairn.test",
  role: "User",
  verified: false,
  interests: [],
} as const;

export const noDeletionRequest: OwnDeletionRequest = {
  state: "none",
  posts: null,
  created_at: null,
  erased_at: null,
  refusal: null,
};

/** What the signed-in layouts and dashboards ask for by themselves; a test overrides what it is about. */
export const server = setupServer(
  answer(getMe, () => HttpResponse.json(member)),
  answer(getProfile, () =>
    HttpResponse.json({
      ...member,
      email_confirmed: true,
      bio: "",
      avatar_url: null,
      avatar_small_url: null,
      social_links: [],
      languages: [],
    }),
  ),
  answer(getDeletionRequest, () => HttpResponse.json(noDeletionRequest)),
  answer(listContent, () => HttpResponse.json([])),
  answer(getWriterStats, () =>
    HttpResponse.json({ totalPosts: 0, postsPending: 0, likes: 0, comments: 0, weeks: [] }),
  ),
  answer(listFeedVideos, () => HttpResponse.json({ items: [] })),
  answer(listFeedArticles, () => HttpResponse.json([])),
  answer(listDiscussed, () => HttpResponse.json({ items: [] })),
  answer(listSavedIds, () => HttpResponse.json({ ids: [] })),
  answer(listUnfinished, () => HttpResponse.json({ items: [] })),
  answer(listFollows, () => HttpResponse.json({ items: [] })),
  answer(getNoticeChoices, () =>
    HttpResponse.json({
      items: [],
      mail: { confirmed: true, refused_at: null },
      push: { devices: 0, this_device: false },
    }),
  ),
  answer(listHistory, () => HttpResponse.json({ on: true, items: [], next: null })),
  answer(getPosition, () => HttpResponse.json({ position: 0, seconds: null })),
  // Sent when the reader leaves the item, which may be after the test.
  answer(savePosition, () => HttpResponse.json({ position: 0, seconds: null, kept: true })),
  answer(listComments, () => HttpResponse.json([])),
  answer(listCategories, () =>
    HttpResponse.json(
      writerCategories.map((category) => ({ ...category, description: "", posts: 0, interval_days: null })),
    ),
  ),
  answer(listAuthors, () => HttpResponse.json({ items: [] })),
  answer(searchContent, () => HttpResponse.json({ items: [], next: null })),
  answer(listProviders, () => HttpResponse.json({ items: [...namedProviders] })),
  // Sent when the desk is left, which may be after the test.
  answer(releaseContent, () => HttpResponse.json({ message: "Claim released" })),
  answer(getUnreadCount, () => HttpResponse.json({ unread: 0, version: 0 })),
  answer(listNotifications, () => HttpResponse.json({ items: [], total: 0, unread: 0, version: 0 })),
  answer(getLogState, () => refusal("not_found")),
  answer(getSite, () =>
    HttpResponse.json({
      ...defaultSite,
      logo_url: null,
      joining: "open",
      audience: "everyone",
      captions_required: false,
      version: "1.0.0",
      embed_hosts: [],
      recording_max_bytes: 0,
    }),
  ),
  answer(listSessions, () => HttpResponse.json({ items: [], next: null })),
  answer(listTokens, () => HttpResponse.json({ items: [], next: null })),
  answer(listSeries, () => HttpResponse.json({ items: [], next: null })),
  answer(listRelated, () => HttpResponse.json({ items: [] })),
  answer(getExport, () =>
    HttpResponse.json({ state: "none", requested_at: null, ready_until: null, bytes: null, url: null }),
  ),
);
