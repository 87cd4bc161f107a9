import swagger from "@fastify/swagger";
import type { FastifyInstance } from "fastify";
import type { FinishedAnswer } from "../answers/answer-cache.ts";
import { bytesFor, finishAnswer } from "../answers/shared-answers.ts";
import type { Site } from "../lib/site-look.ts";
import { docsPage, docsStyle } from "./docs-page.ts";

/** Serves the OpenAPI 3.1 document of every call, as JSON and as a page. Register before any route. */
export async function useOpenApi(app: FastifyInstance, publicUrl: string, site: Site): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Cairn",
        version: "1",
        description:
          "Verified tech content of a coding school. Every call also stands under /api. Some paths at the root are " +
          "pages too: ask for application/json there, or under /api, which has no pages.",
      },
      servers: [{ url: publicUrl }],
      components: {
        securitySchemes: {
          accessToken: {
            type: "http",
            scheme: "bearer",
            description: "Access token of login, register or refresh",
          },
          programToken: {
            type: "http",
            scheme: "bearer",
            description:
              "Token for a program, made by a member (POST /profiles/me/tokens) for some of the scopes read, write, " +
              "review and admin. Each call names the scope that it needs, and none where it takes no such token; calls " +
              "that need no token take one with the scope read, or write where they change something",
          },
          refreshToken: { type: "http", scheme: "bearer", description: "Refresh token of login or register" },
        },
      },
    },
    refResolver: {
      buildLocalReference: (json, _base, _fragment, index) => String(json.$id ?? `schema-${index}`),
    },
  });

  /** Built for the first reader and reused: only the site's name changes while the server runs. */
  function serve(path: string, type: string, make: (siteName: string) => string): void {
    let kept: { readonly name: string; readonly answer: FinishedAnswer } | undefined;
    app.get(
      path,
      { schema: { hide: true }, config: { limit: "read", open: true } },
      async (request, reply) => {
        const { name } = site();
        if (kept?.name !== name) kept = { name, answer: finishAnswer(make(name)) };
        const { answer } = kept;
        return reply.type(`${type}; charset=utf-8`).send(await bytesFor(request, reply, answer));
      },
    );
  }
  const document = (siteName: string) => {
    const made = app.swagger();
    return { ...made, info: { ...made.info, title: siteName } };
  };
  serve("/openapi.json", "application/json", (name) => JSON.stringify(document(name)));
  serve("/docs", "text/html", (name) => docsPage(app.swagger(), name));
  serve("/docs/style.css", "text/css", () => docsStyle);
}
