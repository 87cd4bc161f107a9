import { escapeHtml } from "../lib/escape-html.ts";

/** Renders the OpenAPI document as one page: no script, no external resources, readable on a phone. */

interface Operation {
  operationId?: string;
  summary?: string;
  tags?: readonly string[];
  security?: readonly Record<string, readonly string[]>[];
  parameters?: readonly unknown[];
  requestBody?: unknown;
  responses?: Readonly<Record<string, unknown>>;
}

interface Call extends Operation {
  readonly method: string;
  readonly path: string;
}

export function docsPage(document: { paths?: object; components?: object }, siteName: string): string {
  const calls = Object.entries(document.paths ?? {}).flatMap(([path, operations]) =>
    Object.entries(operations as Record<string, Operation>).map(
      ([method, operation]): Call => ({ ...operation, path, method: method.toUpperCase() }),
    ),
  );
  const tags = [...new Set(calls.map(tagOf))].sort();
  const schemas = Object.entries(
    (document.components as { schemas?: Record<string, unknown> })?.schemas ?? {},
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Calls · ${escapeHtml(siteName)}</title><link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="stylesheet" href="/docs/style.css"></head>
<body><header><h1>Calls of ${escapeHtml(siteName)}</h1>
<p>Every call stands at the root and again under <code>/api</code>. Some paths at the root are pages too: ask for <code>application/json</code> there, or under <code>/api</code>, which has no pages. The machine-readable form is <a href="/openapi.json">openapi.json</a>.</p>
<nav aria-label="Groups">${tags.map((tag) => `<a href="#${escapeHtml(tag)}">${escapeHtml(tag)}</a>`).join(" ")} <a href="#shapes">Shapes</a></nav></header>
<main>${tags
    .map((tag) =>
      group(
        tag,
        calls.filter((call) => tagOf(call) === tag),
      ),
    )
    .join("")}
<section id="shapes"><h2>Shapes</h2>${schemas.map(([name, schema]) => details(name, schema)).join("")}</section></main></body></html>`;
}

const tagOf = (call: Call) => call.tags?.[0] ?? "Other";

const group = (tag: string, calls: readonly Call[]) =>
  `<section id="${escapeHtml(tag)}"><h2>${escapeHtml(tag)}</h2>${calls.map(article).join("")}</section>`;

function article(call: Call): string {
  const needs = Object.keys(call.security?.[0] ?? {})[0];
  return `<article><h3><span>${call.method}</span> <code>${escapeHtml(call.path)}</code></h3>
<p>${escapeHtml(call.summary ?? "")}${needs ? ` <em>Needs ${needs === "accessToken" ? "an access token" : "a refresh token"}.</em>` : ""}</p>
${call.parameters ? details("Parameters", call.parameters) : ""}${call.requestBody ? details("Body", call.requestBody) : ""}
${Object.entries(call.responses ?? {})
  .map(([status, response]) => details(`Answer ${status}`, response))
  .join("")}</article>`;
}

const details = (title: string, content: unknown) =>
  `<details><summary>${escapeHtml(title)}</summary><pre>${escapeHtml(JSON.stringify(content, null, 2))}</pre></details>`;

export const docsStyle = `:root{color-scheme:light dark;font:16px/1.55 system-ui,sans-serif}
body{max-width:56rem;margin:0 auto;padding:2rem 1rem}h1,h2,h3{line-height:1.2}h2{margin-top:3rem}
nav{display:flex;flex-wrap:wrap;gap:.25rem 1rem}article{border-top:1px solid #8884;padding:.75rem 0}
h3{font-size:1rem;margin:0}h3 span{display:inline-block;min-width:4.5rem;font-weight:700}
p{margin:.35rem 0}summary{cursor:pointer;padding:.15rem 0}pre{overflow:auto;padding:.75rem;border:1px solid #8884;border-radius:8px;font-size:.8125rem}
`;
