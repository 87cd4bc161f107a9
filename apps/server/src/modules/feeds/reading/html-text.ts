import { Parser } from "htmlparser2";

const inline = new Set("a abbr b code em i mark small span strong sub sup u".split(" "));
const hidden = new Set(["script", "style"]);

/** What a reader would see of it, as plain text. */
export function textOfHtml(html: string): string {
  let text = "";
  let hiddenDepth = 0;
  const parser = new Parser({
    onopentag(name) {
      if (hidden.has(name)) hiddenDepth += 1;
      else if (!inline.has(name)) text += " ";
    },
    ontext(data) {
      if (hiddenDepth === 0) text += data;
    },
    onclosetag(name) {
      if (hidden.has(name)) hiddenDepth -= 1;
    },
  });
  parser.end(html);
  return text.replace(/\s+/g, " ");
}
