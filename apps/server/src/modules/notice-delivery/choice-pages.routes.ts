import {
  errorSentence,
  mailChoiceNames,
  mailChoices,
  type NoticeChoices,
  noticeSubjectNames,
} from "@cairn/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../../lib/app-error.ts";
import { escapeHtml } from "../../lib/escape-html.ts";
import type { Site } from "../../lib/site-look.ts";
import { type NoticeDelivery, readChoiceForm } from "./notice-delivery.service.ts";

/** Bytes of a form: six short fields. */
const formBytes = 2_000;
/** Characters of a token that are looked at. */
const tokenLength = 100;

/**
 * The pages behind the links of mails: without sign-in and without JavaScript. Opening one changes nothing, since mail
 * programs open links by themselves; a press on its button does (docs/rules.md#links-in-emails).
 */
export function choicePageRoutes(http: FastifyInstance, noticeDelivery: NoticeDelivery, site: Site): void {
  void http.register(async (app) => {
    app.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: formBytes },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );

    const page = "/notices/choices";
    const asPage = { schema: { hide: true }, config: { limit: "read" as const, open: true as const } };
    const asForm = { schema: { hide: true }, config: { limit: "call" as const, open: true as const } };

    async function answer(
      request: FastifyRequest,
      reply: FastifyReply,
      show: (token: string) => Promise<string>,
    ) {
      reply.type("text/html; charset=utf-8").header("cache-control", "no-store");
      reply.header("referrer-policy", "no-referrer");
      try {
        return await show(tokenOf(request));
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== "link_invalid") throw error;
        reply.code(400);
        return frame(
          site().name,
          "This link is not valid",
          `<p>${escapeHtml(errorSentence.link_invalid)}</p>`,
        );
      }
    }

    const choicePage = (token: string, choices: NoticeChoices, said?: string) =>
      writeChoicePage(site().name, token, choices, said);

    app.get(page, asPage, (request, reply) =>
      answer(request, reply, async (token) => choicePage(token, await noticeDelivery.choicesOf(token))),
    );
    app.post(page, asForm, (request, reply) =>
      answer(request, reply, async (token) => {
        const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
        return choicePage(
          token,
          await noticeDelivery.change(token, readChoiceForm(form)),
          "Your choices are saved.",
        );
      }),
    );
    // RFC 8058: mail programs post here by themselves; who opens the link gets the page.
    app.get("/notices/unsubscribe", asPage, (request, reply) =>
      answer(request, reply, async (token) => choicePage(token, await noticeDelivery.choicesOf(token))),
    );
    void app.register(async (oneClick) => {
      // RFC 8058 prefers this kind of form, which other calls refuse. What it says is known: the link is enough.
      oneClick.removeContentTypeParser("multipart/form-data");
      oneClick.addContentTypeParser(
        "multipart/form-data",
        { parseAs: "string", bodyLimit: formBytes },
        (_request, _body, done) => done(null, null),
      );
      oneClick.post("/notices/unsubscribe", asForm, (request, reply) =>
        answer(request, reply, async (token) =>
          choicePage(token, await noticeDelivery.unsubscribe(token), "You will no longer get these emails."),
        ),
      );
    });
    app.get("/notices/choices.css", asPage, (_request, reply) =>
      reply.type("text/css; charset=utf-8").header("cache-control", "public, max-age=3600").send(style),
    );
  });
}

function tokenOf({ query }: FastifyRequest): string {
  const { token } = query as { token?: unknown };
  return typeof token === "string" ? token.slice(0, tokenLength) : "";
}

function writeChoicePage(siteName: string, token: string, { items, mail }: NoticeChoices, said = ""): string {
  const rows = items.map(({ what, mail: chosen }) => {
    const options = mailChoices.map(
      (choice) =>
        `<option value="${choice}"${choice === chosen ? " selected" : ""}>${escapeHtml(mailChoiceNames[choice])}</option>`,
    );
    return `<p><label for="${what}">${escapeHtml(noticeSubjectNames[what])}</label> <select id="${what}" name="${what}">${options.join("")}</select></p>`;
  });
  const address = `?token=${encodeURIComponent(token)}`;
  const body = [
    said && `<p class="said" role="status">${escapeHtml(said)}</p>`,
    mail.refused_at !== null &&
      "<p>Your mail server refused our last email. To get emails again, choose “Email me again” on your profile.</p>",
    `<form method="post" action="/notices/choices${address}">${rows.join("\n")}<p><button type="submit">Save</button></p></form>`,
    `<form method="post" action="/notices/unsubscribe${address}"><p><button type="submit">Stop emails like the one I came from</button></p></form>`,
  ];
  return frame(siteName, `Emails from ${siteName}`, body.filter(Boolean).join("\n"));
}

const frame = (siteName: string, title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${escapeHtml(`${title} · ${siteName}`)}</title><link rel="stylesheet" href="/notices/choices.css"></head><body><main><h1>${escapeHtml(title)}</h1>
${body}
<p><a href="/">${escapeHtml(siteName)}</a></p></main></body></html>
`;

const style = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
main{max-width:36rem;margin:0 auto;padding:1.5rem 1rem}
h1{font-size:1.6rem;line-height:1.2}
form p{display:flex;flex-wrap:wrap;gap:.25rem 1rem;align-items:center;justify-content:space-between}
select,button{font:inherit;min-height:2.75rem;padding:0 .75rem}
.said{padding:.5rem .75rem;border:1px solid}
`;
