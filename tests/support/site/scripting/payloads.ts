/** Ways in which text becomes script where it is taken for HTML, Markdown, XML or an address. `!` is the script. */
const ways = [
  "<script>!</script>",
  "<ScRiPt>!</sCrIpT>",
  "<img src=x onerror=!>",
  "<img src=x onerror='!'//",
  "<img/src='x'/onerror=!>",
  "<svg onload=!>",
  "<svg/onload=!//",
  "<svg><script>!</script></svg>",
  "<svg><animate onbegin=! attributeName=x dur=1s>",
  "<svg><a xlink:href=javascript:!><text y=20>go</text></a></svg>",
  "<math><mtext><table><mglyph><style><img src=x onerror=!>",
  "<math><a xlink:href=javascript:!>go</a></math>",
  "<body onload=!>",
  "<input autofocus onfocus=!>",
  "<select autofocus onfocus=!>",
  "<textarea autofocus onfocus=!>",
  "<details open ontoggle=!>",
  "<video><source onerror=!></video>",
  "<video src=x onerror=!>",
  "<audio src=x onerror=!>",
  "<iframe src=javascript:!></iframe>",
  "<iframe srcdoc='<script>parent.!</script>'></iframe>",
  "<object data=javascript:!></object>",
  "<embed src=javascript:!>",
  "<form><button autofocus onfocus=! formaction=javascript:!>go</button></form>",
  "<a href=javascript:!>go</a>",
  "<a href='java\tscript:!'>go</a>",
  "<a href='&#106;avascript:!'>go</a>",
  "<a href=data:text/html,<script>opener.!</script>>go</a>",
  "<link rel=stylesheet href=x onerror=!>",
  "<style onload=!></style>",
  "<style>@import 'javascript:!';</style>",
  "<marquee onstart=!>",
  "<base href=javascript:!//>",
  "<meta http-equiv=refresh content='0;url=javascript:!'>",
  "<noscript><p title='</noscript><img src=x onerror=!>'>",
  "<template><script>!</script></template><img src=x onerror=!>",
  "<xmp><p title='</xmp><img src=x onerror=!>'>",
  "<!--><img src=x onerror=!>-->",
  "<![CDATA[><script>!</script>]]>",
  "</title><script>!</script>",
  "</textarea><script>!</script>",
  "</script><script>!</script>",
  "</style><script>!</script>",
  "]]></summary><script>!</script>",
  '"><script>!</script>',
  "'><img src=x onerror=!>",
  '" autofocus onfocus=! x="',
  "' onmouseover=! x='",
  "` onerror=! `",
  "javascript:!",
  "JaVaScRiPt:!//http://",
  "data:text/html,<script>!</script>",
  "[go](javascript:!)",
  "[go](<javascript:!>)",
  "![x](x 'onerror=!')",
  "![x](javascript:!)",
  "<javascript:!>",
  "```\n</code><img src=x onerror=!>\n```",
  "{{constructor.constructor('!')()}}",
  "<div x='<img src=x onerror=!>'>",
  "&lt;img src=x onerror=!&gt;",
  "\\u003cimg src=x onerror=!\\u003e",
  "%3Cscript%3E!%3C/script%3E",
];

/** Other spellings of the same way in. */
const spellings: ((text: string) => string)[] = [
  (text) => text,
  (text) => text.replaceAll("<", "<\n"),
  (text) => text.replaceAll(" on", "/on"),
  (text) => text.replaceAll("javascript:", "java&Tab;script&colon;"),
  (text) => `<b>${text}</b>`,
  (text) => `\u0000${text}`.slice(1),
  (text) => text.replaceAll("script", "scr\u00adipt"),
  (text) => text.toUpperCase().replaceAll("__HIT", "__hit"),
  (text) => `<p title="${text}">`,
  (text) => `x' y="z" ${text}`,
  (text) => text.replaceAll("<", "&#60;").replaceAll(">", "&#62;"),
  (text) => `${text}${text}`,
  (text) => `<scr<script>ipt>${text}`,
  (text) => text.replaceAll("=", " = "),
  (text) => `<svg>${text}</svg>`,
  (text) => `<math><annotation-xml encoding="text/html">${text}`,
];

/** The function that counts; each payload calls it with its own number. */
export const hit = "__hit";

/** All ways before any second spelling. */
export const payloads = (count: number): string[] =>
  Array.from({ length: Math.min(count, ways.length * spellings.length) }, (_, number) => {
    const way = ways[number % ways.length] ?? "";
    const spell = spellings[Math.floor(number / ways.length)] ?? ((text: string) => text);
    return spell(way.replaceAll("!", `${hit}(${number})`));
  });

/** As few texts as hold them all, none longer than `length`. Each begins with `mark`, which no other place has. */
export function packed(all: readonly string[], length: number, mark: string): string[] {
  const texts: string[] = [];
  for (const payload of all) {
    const last = texts.at(-1);
    if (last !== undefined && last.length + payload.length < length)
      texts[texts.length - 1] = `${last} ${payload}`;
    else texts.push(`${mark} ${payload}`.slice(0, length));
  }
  return texts;
}
