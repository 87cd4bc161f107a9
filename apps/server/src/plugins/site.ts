import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { authorPath, postPath, readId, screenFile, screens, seriesPath } from "@cairn/contract";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply } from "fastify";
import { addVary } from "../answers/shared-answers.ts";
import { isPageAndCall, isRead, listsInLibrary, pageOptions, wishOf } from "../calls/page-or-call.ts";
import { AppError } from "../lib/app-error.ts";
import { ledgerPreview, type Preview, withPreview } from "../lib/share-preview.ts";
import { builtWithLook, manifestOf, type Site } from "../lib/site-look.ts";
import type { AllowedMethods } from "./allowed-methods.ts";
import { answerError } from "./errors.ts";
import { codeFramePolicy, forThisSite, serviceWorkerPolicy, shortenHead } from "./security-headers.ts";

/** The page for addresses that are not a screen's. */
const shell = "shell.html";

/** Screens whose shell depends on their content. */
const withPreviews: readonly string[] = [screens.post, screens.author, screens.series];

interface SiteOptions {
  readonly allowedMethods: AllowedMethods;
  /** Folder of the built site; null: only the API is served. */
  readonly directory: string | null;
  readonly publicUrl: string;
  readonly site: Site;
  /** Previews of links to an item, an author or a series; null for one that readers may not see. */
  readonly previewOf: Readonly<Record<"item" | "author" | "series", (id: number) => Promise<Preview | null>>>;
  /** Screens that have pages elsewhere. */
  readonly elsewhere: readonly string[];
}

/** Serves the built site: its files, its screens, and the 404 of pages and of calls. */
export async function useSite(
  app: FastifyInstance,
  { directory, publicUrl, site, previewOf, elsewhere, allowedMethods }: SiteOptions,
): Promise<void> {
  const sendHtml = (reply: FastifyReply, html: string, caching = "no-cache") =>
    reply.header("cache-control", caching).type("text/html; charset=utf-8").send(html);

  /** As it was built where the site has no look of its own: a file has its compressed copies. */
  async function sendPage(reply: FastifyReply, file: string, caching = "no-cache") {
    const built = await builtPage(file);
    const html = builtWithLook(built, site());
    if (html !== built) return sendHtml(reply, html, caching);
    return reply
      .header("cache-control", caching)
      .type("text/html; charset=utf-8")
      .sendFile(file, { cacheControl: false });
  }

  const builtPages = new Map<string, string>();
  /** There are as many as screens. Empty for one that is missing, which is answered like any missing file. */
  async function builtPage(file: string): Promise<string> {
    const html =
      builtPages.get(file) ?? (await readFile(join(directory ?? "", file), "utf8").catch(() => ""));
    builtPages.set(file, html);
    return html;
  }

  const shellPage = directory === null ? null : await readFile(join(directory, shell), "utf8");
  /** Always sent whole: a file would answer 206 or 304 to range and conditional requests. */
  const sendMissing = (reply: FastifyReply) =>
    sendHtml(reply.code(404), builtWithLook(shellPage ?? "", site()));

  app.setNotFoundHandler((request, reply) => {
    if (shellPage !== null && !request.url.startsWith("/api/") && isRead(request.raw)) {
      addVary(reply, "Accept");
      if (wishOf(request.headers.accept) === "page") return sendMissing(reply);
    }
    const allowed = allowedMethods(request.url);
    if (allowed.length === 0) return answerError(new AppError("not_found"), request, reply);
    reply.header("allow", allowed.join(", "));
    return answerError(new AppError("method_not_allowed"), request, reply);
  });
  app.addHook("onSend", async ({ raw, routeOptions: { url } }, reply) => {
    if (shellPage !== null && url !== undefined && isPageAndCall(url) && isRead(raw))
      addVary(reply, "Accept");
  });

  // Also decorates replies with sendFile, which media need even without a site.
  await app.register(fastifyStatic, {
    root: directory ?? process.cwd(),
    serve: directory !== null,
    wildcard: false,
    index: false,
    preCompressed: true,
    // Pages are served by path, and compressed copies in place of their files.
    globIgnore: ["**/*.html", "**/*.br", "**/*.gz", "manifest.webmanifest"],
    cacheControl: false,
    setHeaders: (reply, path) => {
      forThisSite(reply, { isPage: /\.html(?:\.br|\.gz)?$/.test(path) });
      const immutable = /[\\/]assets[\\/]/.test(path);
      if (immutable) reply.header("cache-control", "public, max-age=31536000, immutable");
      if (immutable && /\.(?:js|css|woff2)(?:\.br|\.gz)?$/.test(path)) shortenHead(reply);
      // Fixed addresses: a browser asks each time.
      if (/[\\/](?:sw\.js|manifest\.webmanifest)(?:\.br|\.gz)?$/.test(path))
        reply.header("cache-control", "no-cache");
      if (/[\\/]sw\.js(?:\.br|\.gz)?$/.test(path))
        reply.header("content-security-policy", serviceWorkerPolicy);
    },
  });
  if (directory === null || shellPage === null) return;
  await serveManifest(app, directory, site);
  await serveCodeFrame(app, directory);

  const sendPreview = (reply: FastifyReply, preview: Preview, path: string) =>
    sendHtml(
      reply,
      withPreview(builtWithLook(shellPage, site()), preview, `${publicUrl}${path}`, {
        publicUrl,
        siteName: site().name,
      }),
    );
  for (const [path, pathOf, previewFor] of [
    [screens.post, postPath, previewOf.item],
    [screens.author, authorPath, previewOf.author],
    [screens.series, seriesPath, previewOf.series],
  ] as const) {
    if (elsewhere.includes(path)) continue;
    const options = { ...pageOptions(path), config: { limit: "read" as const, screen: path } };
    app.get<{ Params: { id: string } }>(path, options, async (request, reply) => {
      const id = readId(request.params.id);
      const preview = id === null ? null : await previewFor(id);
      // An item that readers may not see looks missing; its author's browser still shows it.
      if (id === null || !preview) return sendMissing(reply);
      return sendPreview(reply, preview, pathOf(id));
    });
  }

  for (const path of listsInLibrary) {
    const options = { ...pageOptions(path), config: { limit: "file" as const, screen: path } };
    app.get(path, options, async (_request, reply) => reply.redirect(screens.library));
  }

  for (const [name, path] of Object.entries(screens)) {
    if (withPreviews.includes(path) || elsewhere.includes(path)) continue;
    app.get(
      path,
      { ...pageOptions(path), config: { limit: "file", screen: path } },
      async (_request, reply) => {
        if (path === screens.authCallback) {
          reply.header("referrer-policy", "no-referrer");
          return sendPage(reply, screenFile(name), "no-store");
        }
        if (path === screens.ledger) return sendPreview(reply, ledgerPreview(site().name), path);
        return sendPage(reply, screenFile(name));
      },
    );
  }
}

/** Its file is the manifest of a site that nobody has named. */
async function serveManifest(app: FastifyInstance, directory: string, site: Site): Promise<void> {
  // A folder without a build of the site, as in tests, has none.
  const built = await readFile(join(directory, "manifest.webmanifest"), "utf8").catch(() => null);
  if (built === null) return;
  const options = { schema: { hide: true }, config: { limit: "file" as const, open: true as const } };
  app.get("/manifest.webmanifest", options, (_request, reply) => {
    forThisSite(reply, { isPage: false });
    return reply
      .header("cache-control", "no-cache")
      .type("application/manifest+json")
      .send(manifestOf(built, site()));
  });
}

/** The document in which browsers run the code of articles. They ask for it each time, so that its policy is today's. */
async function serveCodeFrame(app: FastifyInstance, directory: string): Promise<void> {
  // A folder without a build of the site, as in tests, has none.
  const files = await readdir(join(directory, "assets")).catch(() => []);
  const name = files.find((file) => /^code-frame-[\w-]+\.html$/.test(file));
  if (name === undefined) return;
  const html = await readFile(join(directory, "assets", name), "utf8");
  const [, script = ""] = /<script>([\s\S]*)<\/script>/.exec(html) ?? [];
  const policy = codeFramePolicy(createHash("sha256").update(script).digest("base64"));
  const options = { schema: { hide: true }, config: { limit: "file" as const, open: true as const } };
  app.get(`/assets/${name}`, options, (_request, reply) => {
    forThisSite(reply, { isPage: true });
    return reply
      .header("cache-control", "no-cache")
      .header("content-security-policy", policy)
      .header("x-frame-options", "SAMEORIGIN")
      .type("text/html; charset=utf-8")
      .send(html);
  });
}
