import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { FinishedAnswer } from "../../answers/answer-cache.ts";
import { bytesFor } from "../../answers/shared-answers.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Site } from "../../lib/site-look.ts";
import { isKind, type SitemapService } from "./sitemap.service.ts";

interface Dependencies {
  sitemap: SitemapService;
  publicUrl: string;
  site: Site;
}

const robotsOf = (publicUrl: string): string =>
  `User-agent: *\nDisallow: /api/\nDisallow: /auth/\n\nSitemap: ${publicUrl}/sitemap.xml\n`;
const noRobots = "User-agent: *\nDisallow: /\n";

/**
 * `/robots.txt` and the sitemap: `/sitemap.xml`, or an index of `/sitemaps/posts/N.xml`, `/sitemaps/authors/N.xml` and
 * `/sitemaps/series/N.xml`, each of ten thousand ids.
 */
export function sitemapRoutes(app: FastifyInstance, { sitemap, publicUrl, site }: Dependencies): void {
  const options = { schema: { hide: true }, config: { limit: "read" as const } };

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    read: () => Promise<FinishedAnswer>,
  ): Promise<FastifyReply> {
    const bytes = await bytesFor(request, reply, await read());
    return reply.type("application/xml; charset=utf-8").send(bytes);
  }

  const forAll = { ...options, config: { ...options.config, open: true as const } };
  app.get("/robots.txt", forAll, (_request, reply) =>
    reply
      .type("text/plain; charset=utf-8")
      .header("cache-control", "public, max-age=3600, s-maxage=0")
      .send(site().audience === "everyone" ? robotsOf(publicUrl) : noRobots),
  );

  app.get("/sitemap.xml", options, (request, reply) => send(request, reply, sitemap.whole));

  app.get<{ Params: { kind: string; file: string } }>("/sitemaps/:kind/:file", options, (request, reply) => {
    const { kind, file } = request.params;
    const number = /^\d{1,8}(?=\.xml$)/.exec(file)?.[0];
    if (number === undefined || !isKind(kind)) throw new AppError("not_found");
    return send(request, reply, () => sitemap.file(kind, Number(number)));
  });
}
