import swagger from "@fastify/swagger";
import type { FastifyInstance } from "fastify";
import { docsPage, docsStyle } from "./docs-page.ts";

/** The OpenAPI 3.1 document of every call, and the same as a page for people. Register before any route. */
export async function useOpenApi(app: FastifyInstance, publicUrl: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Cairn",
        version: "1",
        description: "Verified tech content of a coding school. Every call also stands under /api.",
      },
      servers: [{ url: publicUrl }],
      components: {
        securitySchemes: {
          accessToken: {
            type: "http",
            scheme: "bearer",
            description: "Access token of login, register or refresh",
          },
          refreshToken: { type: "http", scheme: "bearer", description: "Refresh token of login or register" },
        },
      },
    },
    refResolver: {
      buildLocalReference: (json, _base, _fragment, index) => String(json.$id ?? `schema-${index}`),
    },
  });

  let document: string | undefined;
  let page: string | undefined;
  app.get("/openapi.json", { schema: { hide: true } }, async (_request, reply) => {
    document ??= JSON.stringify(app.swagger());
    return reply.type("application/json; charset=utf-8").send(document);
  });
  app.get("/docs", { schema: { hide: true } }, async (_request, reply) => {
    page ??= docsPage(app.swagger());
    return reply.type("text/html; charset=utf-8").send(page);
  });
  app.get("/docs/style.css", { schema: { hide: true } }, async (_request, reply) =>
    reply.type("text/css; charset=utf-8").send(docsStyle),
  );
}
