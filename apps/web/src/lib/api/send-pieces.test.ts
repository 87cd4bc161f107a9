import { createUpload, limits, refresh } from "@cairn/contract";
import { answer, refusal, server, silence } from "@tests/support/web/fake-api.ts";
import { idOfUpload, largeFilm, serveUploads } from "@tests/support/web/fake-uploads.ts";
import { storeSession } from "@tests/support/web/renderApp.tsx";
import { HttpResponse } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Progress } from "./send-form.ts";
import { sendPieces } from "./send-pieces.ts";

beforeEach(() => storeSession());

function watch() {
  const seen: Progress[] = [];
  const begun: string[] = [];
  const control = new AbortController();
  return {
    seen,
    begun,
    control,
    options: {
      begun: undefined as string | undefined,
      onBegun: (id: string) => void begun.push(id),
      signal: control.signal,
      onProgress: (progress: Progress) => void seen.push(progress),
    },
  };
}

const offsets = [0, 1, 2, 3, 4, 5, 6].map((count) => count * limits.pieceBytes);
const pieces = offsets.map((offset) => `PATCH ${offset}`);
const first = idOfUpload(1);

describe("a file that is sent in pieces", () => {
  test("arrives as a whole, with its name and type", async () => {
    const film = largeFilm("leçon.mp4");
    const { uploads, calls } = serveUploads();
    const { seen, begun, options } = watch();
    expect(await sendPieces(film, options)).toBe(first);
    expect(begun).toEqual([first]);
    expect(calls).toEqual(["POST", "HEAD 0", ...pieces]);
    expect(uploads.get(first)).toMatchObject({ length: film.size, offset: film.size });
    const [, name = "", , type = ""] = uploads.get(first)?.metadata?.split(/[ ,]/) ?? [];
    expect([name, type].map((text) => Buffer.from(text, "base64").toString())).toEqual([
      "leçon.mp4",
      "video/mp4",
    ]);
    expect(seen.at(-1)).toEqual({ sent: film.size, total: film.size, isWaiting: false });
  });

  test("continues after a stop, and sends nothing of one that is whole", async () => {
    const film = largeFilm();
    const { control, options } = watch();
    const { calls } = serveUploads([
      () => undefined,
      () => undefined,
      () => {
        control.abort();
        return undefined;
      },
    ]);
    await expect(sendPieces(film, options)).rejects.toMatchObject({ name: "AbortError" });

    await vi.waitFor(() => expect(calls).toContain(pieces[2]));
    calls.length = 0;
    const again = { ...watch().options, begun: first };
    expect(await sendPieces(film, again)).toBe(first);
    expect(calls[0]).toMatch(/^HEAD (?:16777216|25165824)$/);
    expect(calls).not.toContain(pieces[1]);

    calls.length = 0;
    expect(await sendPieces(film, again)).toBe(first);
    expect(calls).toEqual([`HEAD ${film.size}`]);
  });

  test("begins anew if the server has its upload no more", async () => {
    const { calls } = serveUploads();
    const { begun, options } = watch();
    expect(await sendPieces(largeFilm(), { ...options, begun: "f".repeat(32) })).toBe(first);
    expect(begun).toEqual([first]);
    expect(calls.slice(0, 3)).toEqual(["HEAD of nothing", "POST", "HEAD 0"]);
  });

  test("is sent further with a new token once the old one has expired", async () => {
    const { calls, bearers } = serveUploads([() => undefined, () => refusal("session_ended")]);
    server.use(answer(refresh, () => HttpResponse.json({ access_token: "access-2" })));
    const { seen, options } = watch();
    await sendPieces(largeFilm(), options);
    expect([...bearers]).toEqual(["Bearer access-1", "Bearer access-2"]);
    expect(calls.slice(3, 6)).toEqual([pieces[1], `HEAD ${offsets[1]}`, pieces[1]]);
    expect(seen.some(({ isWaiting }) => isWaiting)).toBe(false);
  });

  test("stops if the session is over, or if somebody else has signed in", async () => {
    serveUploads([() => refusal("session_ended")]);
    server.use(answer(refresh, () => refusal("session_ended")));
    await expect(sendPieces(largeFilm(), watch().options)).rejects.toMatchObject({ code: "session_ended" });

    storeSession();
    const { calls } = serveUploads([
      () => {
        storeSession({ accessToken: "access-8", refreshToken: "refresh-8", userId: "8" });
        return undefined;
      },
    ]);
    await expect(sendPieces(largeFilm(), watch().options)).rejects.toMatchObject({ code: "session_ended" });
    expect(calls).toEqual(["POST", "HEAD 0", pieces[0]]);
  });

  test("is sent further after a broken connection, a busy server and a piece that came twice", async () => {
    const { uploads } = serveUploads([
      silence,
      () => undefined,
      () => refusal("unavailable"),
      () => undefined,
      () => refusal("upload_offset"),
    ]);
    const { seen, options } = watch();
    const film = largeFilm();
    await sendPieces(film, options);
    expect(uploads.get(first)?.offset).toBe(film.size);
    expect(seen.some(({ isWaiting }) => isWaiting)).toBe(true);
    expect(seen.at(-1)?.isWaiting).toBe(false);
  });

  test("waits for the network, however long it is gone", async () => {
    const { calls } = serveUploads();
    const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    const { seen, options } = watch();
    const sending = sendPieces(largeFilm(), options);
    await vi.waitFor(() => expect(seen.at(-1)?.isWaiting).toBe(true));
    expect(calls).toEqual(["POST"]);
    online.mockReturnValue(true);
    window.dispatchEvent(new Event("online"));
    expect(await sending).toBe(first);
  });

  test("fails with the server's words", async () => {
    const { calls } = serveUploads([() => refusal("file_type_refused")]);
    await expect(sendPieces(largeFilm(), watch().options)).rejects.toMatchObject({
      code: "file_type_refused",
      message: "Only JPEG, PNG, PDF, and MP4 files are allowed.",
    });
    expect(calls).toEqual(["POST", "HEAD 0", pieces[0]]);

    server.use(answer(createUpload, () => refusal("quota_exceeded")));
    await expect(sendPieces(largeFilm(), watch().options)).rejects.toMatchObject({ code: "quota_exceeded" });
  });

  test("fails at once if it was changed on disk after it was chosen", async () => {
    serveUploads();
    const film = largeFilm();
    film.slice = () =>
      ({ arrayBuffer: () => Promise.reject(new DOMException("", "NotReadableError")) }) as Blob;
    await expect(sendPieces(film, watch().options)).rejects.toMatchObject({
      code: "file_changed",
      message: "The file was moved or changed after you chose it. Choose it again.",
    });
  });
});
