/** A rule for us: whether it allows, and the start of the paths that it covers. */
export type RobotsRule = [allows: boolean, pattern: string];

/** Rules of one site, their characters, and those of all of them together; of more, the first. */
const maxRules = 1_000;
const longestPattern = 500;
const maxCharacters = 32 * 1024;

/** The rules of a robots.txt (RFC 9309) for the crawler of this name, or those for all crawlers. */
export function readRobots(text: string, crawler: string): RobotsRule[] {
  const own: RobotsRule[] = [];
  const general: RobotsRule[] = [];
  let isNamed = false;
  /** Whom the rules of the current group are for: a group may name any number of crawlers. */
  let group = { isOwn: false, isGeneral: false };
  let isGroupOpen = false;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, name = "", value = ""] = /^\s*([a-z-]+)\s*:\s*([^#\s]*)/i.exec(line) ?? [];
    const key = name.toLowerCase();
    if (key === "user-agent") {
      if (!isGroupOpen) group = { isOwn: false, isGeneral: false };
      isGroupOpen = true;
      group.isOwn ||= value.toLowerCase() === crawler;
      group.isGeneral ||= value === "*";
      isNamed ||= group.isOwn;
    } else if (key === "allow" || key === "disallow") {
      isGroupOpen = false;
      // An empty line of this kind says nothing; a NUL is in no address and cannot be stored.
      if (value === "" || value.length > longestPattern || value.includes("\0")) continue;
      const rule: RobotsRule = [key === "allow", value];
      if (group.isOwn && own.length < maxRules) own.push(rule);
      if (group.isGeneral && general.length < maxRules) general.push(rule);
    }
  }
  let characters = 0;
  return (isNamed ? own : general).filter(([, pattern]) => {
    characters += pattern.length;
    return characters <= maxCharacters;
  });
}

/** Whether the rules allow a path with its query: the longest matching pattern decides, and a tie allows. */
export function allows(rules: readonly RobotsRule[], path: string): boolean {
  let decisive: RobotsRule | null = null;
  for (const rule of rules) {
    const [isAllowed, pattern] = rule;
    const longest = decisive?.[1].length ?? -1;
    const counts = pattern.length > longest || (pattern.length === longest && isAllowed);
    if (counts && matches(pattern, path)) decisive = rule;
  }
  return decisive?.[0] ?? true;
}

/** `*` matches any characters, a final `$` the end of the path. Takes at most pattern length times path length. */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith("$");
  const parts = (isWhole ? pattern.slice(0, -1) : pattern).split("*");
  const [first = "", ...rest] = parts;
  if (!path.startsWith(first)) return false;
  const last = isWhole ? rest.pop() : undefined;
  let at = first.length;
  for (const part of rest) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  if (!isWhole) return true;
  return last === undefined ? path.length === at : path.length >= at + last.length && path.endsWith(last);
}
