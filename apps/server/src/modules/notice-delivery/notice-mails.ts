import { withIsolatedNames } from "@cairn/contract";
import { escapeHtml } from "../../lib/escape-html.ts";
/** One line of a mail that leads somewhere. */
export interface MailEntry {
  readonly title: string;
  readonly note: string;
  readonly url: string;
}

export interface MailSection {
  /** Empty: the mail has no other section. */
  readonly title: string;
  readonly entries: readonly MailEntry[];
}

export interface NoticeMail {
  readonly subject: string;
  readonly sections: readonly MailSection[];
  /** The page of choices, which needs no sign-in. */
  readonly choicesUrl: string;
  readonly publicUrl: string;
  readonly siteName: string;
}

/** A mail as plain text and as HTML, with the same words. Titles and names are members' texts: everything is escaped. */
export const writeNoticeMail = (mail: NoticeMail): { text: string; html: string } => ({
  text: textOf(mail),
  html: htmlOf(mail),
});

const footerOf = (siteName: string) =>
  `You get this email because of your notification choices on ${siteName}. Change them without logging in:`;

function textOf({ sections, choicesUrl, publicUrl, siteName }: NoticeMail): string {
  const parts = sections.map(({ title, entries }) => {
    const lines = entries.map(
      (entry) => `- ${oneLine(entry.title)}\n  ${oneLine(entry.note)}\n  ${entry.url}`,
    );
    return [...(title ? [title.toUpperCase()] : []), ...lines].join("\n\n");
  });
  return `${["Hello,", ...parts, `${footerOf(siteName)}\n${choicesUrl}`, `${siteName}, ${publicUrl}`].join("\n\n")}\n`;
}

const oneLine = (text: string) => withIsolatedNames(text.replaceAll(/\s+/g, " ").trim());

/** Colours that are readable on white and on the dark grounds that mail programs make of it. */
const look = {
  body: "margin:0;padding:0;background:#f6f4f0;color:#23201b;font-family:Helvetica,Arial,sans-serif",
  card: "max-width:600px;width:100%;background:#ffffff;border:1px solid #e4dfd6;border-radius:12px",
  // One long word must not widen the mail beyond a telephone.
  cell: "padding:28px 28px 8px 28px;overflow-wrap:anywhere;word-break:break-word",
  heading: "margin:0 0 16px 0;font-size:20px;line-height:1.3;font-weight:700",
  section: "margin:20px 0 8px 0;font-size:14px;line-height:1.4;font-weight:700;color:#6b655b",
  entry: "padding:10px 0;border-top:1px solid #e4dfd6;font-size:16px;line-height:1.45",
  link: "color:#1c5fa8;font-weight:600;text-decoration:underline",
  note: "display:block;margin-top:2px;font-size:14px;color:#6b655b",
  foot: "padding:16px 28px 28px 28px;font-size:13px;line-height:1.5;color:#6b655b",
};
/** For programs that follow the scheme of the device. */
const darkStyle = `@media (prefers-color-scheme:dark){.ground{background:#191714!important;color:#eeeae2!important}.card{background:#23201c!important;border-color:#3b362f!important}.entry{border-color:#3b362f!important}.quiet{color:#aaa398!important}.link{color:#8fbdf0!important}}`;

function htmlOf({ subject, sections, choicesUrl, publicUrl, siteName }: NoticeMail): string {
  const shown = sections.map(({ title, entries }) => {
    const rows = entries.map(({ title: words, note, url }) => {
      // A mail of one notice has it in its heading already.
      const below =
        note === subject ? "" : `<span class="quiet" style="${look.note}">${escapeHtml(note)}</span>`;
      return `<tr><td class="entry" dir="auto" style="${look.entry}"><a class="link" style="${look.link}" href="${escapeHtml(url)}">${escapeHtml(oneLine(words))}</a>${below}</td></tr>`;
    });
    const head = title ? `<h2 class="quiet" style="${look.section}">${escapeHtml(title)}</h2>` : "";
    return `${head}<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">${rows.join("\n")}</table>`;
  });
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">`,
    `<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">`,
    `<title>${escapeHtml(subject)}</title><style>${darkStyle}</style></head>`,
    `<body class="ground" style="${look.body}">`,
    `<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" border="0" style="${look.body}"><tr><td align="center" style="padding:24px 12px">`,
    `<table role="presentation" class="card" cellpadding="0" cellspacing="0" border="0" style="${look.card}">`,
    `<tr><td style="${look.cell}"><h1 style="${look.heading}">${escapeHtml(subject)}</h1>`,
    ...shown,
    `</td></tr><tr><td class="quiet" style="${look.foot}">${escapeHtml(footerOf(siteName))} <a class="link" style="${look.link}" href="${escapeHtml(choicesUrl)}">your choices</a>.<br><a class="link" style="${look.link}" href="${escapeHtml(publicUrl)}">${escapeHtml(siteName)}</a></td></tr>`,
    "</table></td></tr></table></body></html>",
  ].join("\n");
}
