/** Pages show a formula twice: once for the eyes and once for screen readers. */
export function tidyFormulas(body: HTMLElement): void {
  for (const math of body.querySelectorAll("math")) {
    const whole = math.closest(".katex, .mwe-math-element");
    for (const twin of whole?.querySelectorAll(".katex-html, img") ?? []) twin.remove();
    if (math.closest(".katex-display, .mwe-math-element-block")) math.setAttribute("display", "block");
  }
}

/** A formula in TeX: its source, or what its MathML says. Empty for a plain row of letters and signs, which needs none. */
export function texOf(math: Element): string {
  const source = [...math.querySelectorAll("annotation")].find((one) =>
    /tex/i.test(one.getAttribute("encoding") ?? ""),
  );
  if (source) return tidyTex(source.textContent ?? "");
  return math.querySelector("mfrac, msqrt, mroot, msub, msup, msubsup, munder, mover, munderover, mtable")
    ? tidyTex(write(math))
    : "";
}

/** In one line, without the command for its size that Wikipedia puts around each formula. */
export const tidyTex = (tex: string): string =>
  tex
    .replaceAll(/\s+/g, " ")
    .trim()
    .replace(/^\{\\(?:display|text)style (.*)\}$/, "$1")
    .trim();

const accents = new Map([
  ...[..."^ˆ"].map((sign) => [sign, "\\hat"] as const),
  ...[..."~˜"].map((sign) => [sign, "\\tilde"] as const),
  ...[..."¯ˉ‾"].map((sign) => [sign, "\\overline"] as const),
  ["→", "\\vec"],
]);
const invisible = /[\u2061-\u2064\u200b]/g;

/** The letters and signs of a formula. */
export const lettersOf = (math: Element): string =>
  (math.textContent ?? "").replaceAll(invisible, "").replaceAll(/\s+/g, " ").trim();

/** Chrome leaves the source out of a copy, because the page does not show it. */
function write(node: Element): string {
  const parts = [...node.children].map(write);
  const [base = "", first = "", second = ""] = parts;
  switch (node.localName) {
    case "annotation":
      return "";
    case "mfrac":
      return `\\frac{${base}}{${first}}`;
    case "msqrt":
      return `\\sqrt{${parts.join("")}}`;
    case "mroot":
      return `\\sqrt[${first}]{${base}}`;
    case "msub":
    case "munder":
      return `{${base}}_{${first}}`;
    case "msup":
      return `{${base}}^{${first}}`;
    case "mover": {
      const accent = accents.get(node.lastElementChild?.textContent?.trim() ?? "");
      return accent ? `${accent}{${base}}` : `{${base}}^{${first}}`;
    }
    case "msubsup":
    case "munderover":
      return `{${base}}_{${first}}^{${second}}`;
    case "mtr":
      return parts.join(" & ");
    case "mtable":
      return `\\begin{matrix}${parts.join(" \\\\ ")}\\end{matrix}`;
  }
  if (parts.length > 0) return parts.join("");
  const signs = lettersOf(node)
    .replaceAll(/[\\^~]/g, "")
    .replaceAll(/[{}%#&$_]/g, "\\$&");
  if (node.localName === "mtext") return `\\text{ ${signs} }`;
  return node.localName === "mi" && /^\w{2,}$/.test(signs) ? `\\operatorname{${signs}}` : signs;
}
