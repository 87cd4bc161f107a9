import { createUpload, endUpload, getUpload, sendPiece } from "@cairn/contract";
import { type DefaultBodyType, HttpResponse, http } from "msw";
import { answer, refusal, server } from "./fake-api.ts";

type Reply = HttpResponse<DefaultBodyType> | undefined;
type Outcome = () => Reply | Promise<Reply>;

/** The id of the upload that a test begins as its first, second and so on. */
export const idOfUpload = (count: number) => String(count).padStart(32, "0");

/** A film that no form takes, of seven pieces. */
export const largeFilm = (name = "lecture.mp4") =>
  new File([new Uint8Array(53_000_000)], name, { type: "video/mp4", lastModified: 1_795_000_000_000 });

/**
 * A server of uploads, in memory. `outcomes`: of the first pieces, in place of taking them; undefined: takes it. `waits`:
 * what the first answers wait for that say how much has arrived.
 */
export function serveUploads(outcomes: Outcome[] = [], waits: Promise<unknown>[] = []) {
  const uploads = new Map<string, { length: number; offset: number; metadata: string | null }>();
  const calls: string[] = [];
  const bearers = new Set<string | null>();
  let begun = 0;

  server.use(
    answer(createUpload, ({ request: { headers } }) => {
      begun += 1;
      const id = idOfUpload(begun);
      const length = Number(headers.get("upload-length"));
      uploads.set(id, { length, offset: 0, metadata: headers.get("upload-metadata") });
      calls.push("POST");
      return HttpResponse.json(
        { id, length, offset: 0, ends_at: "2026-12-01T08:00:00.000Z" },
        { status: 201 },
      );
    }),
    http.head(`*/api${getUpload.path}`, async ({ params }) => {
      await waits.shift();
      const upload = uploads.get(String(params.id));
      calls.push(`HEAD ${upload?.offset ?? "of nothing"}`);
      if (!upload) return new HttpResponse(null, { status: 404 });
      const { offset, length } = upload;
      return new HttpResponse(null, {
        headers: { "upload-offset": String(offset), "upload-length": String(length) },
      });
    }),
    answer(sendPiece, async ({ params, request }) => {
      bearers.add(request.headers.get("authorization"));
      calls.push(`PATCH ${request.headers.get("upload-offset")}`);
      const outcome = await outcomes.shift()?.();
      if (outcome) return outcome;
      const upload = uploads.get(String(params.id));
      if (!upload) return refusal("upload_not_found");
      if (Number(request.headers.get("upload-offset")) !== upload.offset) return refusal("upload_offset");
      upload.offset += (await request.arrayBuffer()).byteLength;
      return new HttpResponse(null, { status: 204, headers: { "upload-offset": String(upload.offset) } });
    }),
    answer(endUpload, ({ params }) => {
      calls.push("DELETE");
      return uploads.delete(String(params.id))
        ? new HttpResponse(null, { status: 204 })
        : refusal("upload_not_found");
    }),
  );
  return { uploads, calls, bearers };
}
