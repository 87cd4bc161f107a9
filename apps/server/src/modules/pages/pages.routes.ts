import { pageParameters, publicPages, readId, readSlug } from "@cairn/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { madeOf } from "../../answers/answer-cache.ts";
import { pageOptions } from "../../calls/page-or-call.ts";
import { AppError } from "../../lib/app-error.ts";
import { withQuery } from "./page-addresses.ts";
import type { PageName } from "./page-tasks.ts";
import type { MissingPage, Page, PageAsk, PageService } from "./pages.service.ts";

/**
 * A browser and a proxy ask each time: members see their own change after a reload, and a removal or the closing of a
 * site reaches every reader at once.
 */
const cacheControl = "public, max-age=0, must-revalidate";

/** What a request for a page asks for: its address with what changes it, and nothing else. */
function askOf(name: PageName, path: string, { params, query }: FastifyRequest): PageAsk {
  const { id: written, slug: named } = params as { id?: string; slug?: string };
  const given = query as Readonly<Record<string, unknown>>;
  const read = Object.entries(pageParameters[name] ?? {}).map(([parameter, readText]) => {
    const text = given[parameter];
    return [parameter, readText(typeof text === "string" ? text : "")] as const;
  });
  const id = readId(written) ?? 0;
  const slug = readSlug(named) ?? "";
  const values = Object.fromEntries(read);
  const own = path.replace(":id", String(id)).replace(":slug", slug);
  return { id, slug, parameters: values, address: withQuery(own, values) };
}

/** Pages that are whole before any script runs. Each is kept as finished bytes until what it is made of changes. */
export function pageRoutes(app: FastifyInstance, pages: PageService): void {
  for (const [key, page] of Object.entries(publicPages)) {
    const name = key as PageName;
    for (const path of page.paths) {
      app.get(
        path,
        {
          ...pageOptions(path),
          config: {
            pageAddress(request) {
              const { id, slug, address } = askOf(name, path, request);
              const isNamed = (!path.includes(":id") || id > 0) && (!path.includes(":slug") || slug !== "");
              return isNamed ? address : null;
            },
            limit: "read",
            screen: path,
          },
          onRequest: async (_request, reply) => {
            // Other sites cannot read pages, so the answer does not vary by the asking site.
            for (const header of crossOriginHeaders) reply.removeHeader(header);
          },
        },
        async (request, reply) => {
          const ask = askOf(name, path, request);
          const missing = pages.missing[name];
          const found = await pages.whole[name](ask).catch((error: unknown) => {
            if (missing && error instanceof AppError && error.status === 404) return null;
            throw error;
          });
          return found ? sendPage(reply, found) : sendMissing(reply, await missing?.(ask));
        },
      );
    }
  }
}

const crossOriginHeaders = [
  "vary",
  "access-control-allow-origin",
  "access-control-allow-credentials",
  "access-control-expose-headers",
];

const sendHtml = (reply: FastifyReply, html: string) => reply.type("text/html; charset=utf-8").send(html);

function sendPage(reply: FastifyReply, { html, sources }: Page): FastifyReply {
  if (sources) madeOf(reply, sources);
  return sendHtml(reply.header("cache-control", sources ? cacheControl : "no-cache"), html);
}

function sendMissing(reply: FastifyReply, missing: MissingPage | undefined): FastifyReply {
  if (!missing) throw new AppError("not_found");
  return sendHtml(reply.code(missing.status).header("cache-control", "no-cache"), missing.html);
}
