import {
  createContent,
  type editContent,
  getMe,
  getNewestRevision,
  getWriterStats,
  listContent,
  listFlagged,
  type NewestRevision,
  type WriterStats,
} from "@cairn/contract";
import { type DefaultBodyType, HttpResponse } from "msw";
import { sampleItem } from "./content-samples.ts";
import { answer, member, server } from "./fake-api.ts";
import { storeSession } from "./renderApp.tsx";

/** Signed in as Daniel, whose id is 7 like everybody's in these tests. */
export function signInAsWriter() {
  storeSession({ role: "TechWriter" });
  server.use(
    answer(getMe, () => HttpResponse.json({ ...member, role: "TechWriter", name: "Daniel Mensah" })),
    answer(getWriterStats, () => HttpResponse.json(sampleStats())),
    answer(listFlagged, () => HttpResponse.json({ items: [] })),
  );
}

/** Twelve weeks, the first of them 2026-09-07, with one post in the last. */
export const sampleStats = (more: Partial<WriterStats> = {}): WriterStats => ({
  totalPosts: 0,
  postsPending: 0,
  likes: 0,
  comments: 0,
  weeks: Array.from({ length: 12 }, (_, index) => ({
    week: new Date(Date.UTC(2026, 8, 7 + 7 * index)).toISOString().slice(0, 10),
    posts: index === 11 ? 1 : 0,
    likes: 0,
    comments: 0,
  })),
  ...more,
});

export const sampleNewest = (more: Partial<NewestRevision> = {}): NewestRevision => ({
  ...sampleItem({ author_id: 7, status: "Pending", published_at: null }),
  language_given: false,
  summary: "",
  reason: null,
  ...more,
});

export const serveNewest = (item: NewestRevision) =>
  server.use(answer(getNewestRevision, () => HttpResponse.json(item)));

/** What one sending of the form carried. */
export interface Sent {
  fields: Record<string, unknown>;
  file: { type: string; size: number } | null;
  /** A picture that came beside it; the word that there is none is a field. */
  poster?: { type: string; size: number };
  key: string | null;
}

/** Takes what the form sends, and tells what that was; `outcomes` are the errors of the first tries. */
export function receive(
  endpoint: typeof createContent | typeof editContent = createContent,
  outcomes: (() => HttpResponse<DefaultBodyType>)[] = [],
  ready: Promise<void> = Promise.resolve(),
) {
  const all: Sent[] = [];
  server.use(
    answer(endpoint, async ({ request }) => {
      const { file, poster, ...fields } = Object.fromEntries(await request.formData());
      all.push({
        fields: typeof poster === "string" ? { ...fields, poster } : fields,
        // Not `instanceof`: the page's File and the one read here are of two realms.
        file: typeof file === "object" ? { type: file.type, size: file.size } : null,
        ...(typeof poster === "object" && { poster: { type: poster.type, size: poster.size } }),
        key: request.headers.get("idempotency-key"),
      });
      await ready;
      const outcome = outcomes.shift();
      return outcome?.() ?? HttpResponse.json(sampleItem(), { status: 201 });
    }),
  );
  return all;
}

export const ownItems = (items: ReturnType<typeof sampleItem>[], headers: Record<string, string> = {}) =>
  server.use(answer(listContent, () => HttpResponse.json(items, { headers })));
