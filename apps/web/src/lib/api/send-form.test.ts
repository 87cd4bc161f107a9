import { createContent, refresh } from "@cairn/contract";
import { sampleItem } from "@tests/support/web/content-samples.ts";
import { answer, refusal, server, silence } from "@tests/support/web/fake-api.ts";
import { storeSession } from "@tests/support/web/renderApp.tsx";
import { HttpResponse } from "msw";
import { describe, expect, test } from "vitest";
import { createApi } from "./api.ts";
import { ApiError } from "./api-error.ts";
import { formOf } from "./send-form.ts";

const exits = { sessionLost: () => {}, loginSuggested: () => {}, emailUnconfirmed: () => {} };
const api = createApi({ base: `${window.location.origin}/api`, locks: undefined, exits });
const body = { title: "Stones", body: "Text", category: "Data Science", draft: true };
const file = new File(["film"], "stones.mp4", { type: "video/mp4" });

describe("a call that accepts a file", () => {
  test("is a form: the fields in order, without unset ones, the file last", () => {
    const form = formOf("file", { title: "Stones", alt: undefined, draft: false, tags: ["a"] }, file);
    expect(
      [...form.entries()].map(([name, value]) => [name, value instanceof File ? value.name : value]),
    ).toEqual([
      ["title", "Stones"],
      ["draft", "false"],
      ["tags", '["a"]'],
      ["file", "stones.mp4"],
    ]);
  });

  test("is a form without a file too", async () => {
    const types: (string | null)[] = [];
    server.use(
      answer(createContent, ({ request }) => {
        types.push(request.headers.get("content-type"));
        return HttpResponse.json(sampleItem(), { status: 201 });
      }),
    );
    storeSession();
    await api.call(createContent, { body });
    expect(types[0]).toMatch(/^multipart\/form-data; boundary=/);
  });

  test("answers with body and headers like any other", async () => {
    server.use(
      answer(createContent, () =>
        HttpResponse.json(sampleItem({ id: 44 }), { status: 201, headers: { "x-request-id": "r: 1" } }),
      ),
    );
    storeSession();
    const answered = await api.callWithHeaders(createContent, { body, file });
    expect(answered.body.id).toBe(44);
    expect(answered.headers.get("x-request-id")).toBe("r: 1");
  });

  test("is repeated with a new token where the old one was dead", async () => {
    const bearers: (string | null)[] = [];
    server.use(
      answer(createContent, async ({ request }) => {
        bearers.push(request.headers.get("authorization"));
        const { title } = Object.fromEntries(await request.formData());
        return bearers.length === 1
          ? refusal("session_ended")
          : HttpResponse.json(sampleItem({ title: String(title) }), { status: 201 });
      }),
      answer(refresh, () => HttpResponse.json({ access_token: "access-2" })),
    );
    storeSession();
    expect((await api.call(createContent, { body, file })).title).toBe("Stones");
    expect(bearers).toEqual(["Bearer access-1", "Bearer access-2"]);
  });

  test("fails with the server's message, or as a broken connection", async () => {
    storeSession();
    server.use(answer(createContent, () => refusal("file_too_large"), { once: true }));
    await expect(api.call(createContent, { body, file })).rejects.toMatchObject({
      code: "file_too_large",
      message: "File size exceeds 50MB.",
    });
    server.use(answer(createContent, silence));
    const broken = await api.call(createContent, { body, file }).catch((error: unknown) => error);
    expect(broken).toBeInstanceOf(ApiError);
    expect(broken).toMatchObject({ code: "network", status: 0 });
  });

  test("that is aborted fails as aborted, before and during sending", async () => {
    storeSession();
    const control = new AbortController();
    server.use(
      answer(createContent, () => {
        control.abort();
        return HttpResponse.json(sampleItem(), { status: 201 });
      }),
    );
    const { signal } = control;
    await expect(api.call(createContent, { body, file, signal })).rejects.toMatchObject({
      name: "AbortError",
    });
    await expect(api.call(createContent, { body, file, signal })).rejects.toMatchObject({
      name: "AbortError",
    });
  });
});
