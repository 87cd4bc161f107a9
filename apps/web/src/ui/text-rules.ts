/**
 * What members' texts have beyond plain Markdown, as the server writes it (apps/server/src/lib/markdown): notes, tasks, footnotes,
 * definitions, lines of code and formulas.
 */
export const textTags = (
  "dl dt dd sup section div label input " +
  "math mrow mi mn mo mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover " +
  "mmultiscripts mprescripts mtable mtr mtd mpadded mphantom mstyle menclose"
).split(" ");

const ofFormulas = (
  "display displaystyle scriptlevel fence form stretchy symmetric largeop movablelimits separator accent lspace rspace " +
  "minsize maxsize width height depth voffset linethickness mathsize mathvariant notation"
).split(" ");

/** Their values are words and numbers. */
export const textAttributes = ["id", "dir", "type", "checked", "disabled", ...ofFormulas];

const classes = [
  /^(?:hljs(?:-[\w-]+)?|language-[\w+#-]+|[a-z]+_|code-(?:control|title|numbered|line|marked)|math-[a-z0-5-]+)$/,
  /^(?:note(?:-(?:title|note|tip|important|warning|caution))?|align-(?:left|center|right)|task|footnotes)$/,
];

/** Whether a text may have this class. Any other would let it imitate the site's own UI, including the verified mark. */
export const isTextClass = (name: string): boolean => classes.some((names) => names.test(name));

/** false for an attribute that does not belong to this element, or an identifier that could be one of the page. */
export function fitsElement({ tagName, namespaceURI }: Element, name: string, value: string): boolean {
  if (name === "id") return /^text(?:note|ref)?-./.test(value);
  if (name === "checked" || name === "disabled") return tagName === "INPUT";
  if (name === "type") return tagName === "INPUT" || tagName === "SOURCE";
  // Pictures and what lies behind them have a size as well.
  if ((name === "width" || name === "height") && /^(?:IMG|SOURCE|rect)$/.test(tagName)) return true;
  return !ofFormulas.includes(name) || namespaceURI === "http://www.w3.org/1998/Math/MathML";
}

/** A box that only says whether a task is done. */
export const isTaskBox = (node: Element): boolean => node.matches("[type=checkbox][disabled]");
