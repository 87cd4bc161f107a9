import { problemsOf, tablesOf } from "./spec-coverage-tables.mjs";

// docs/evidence/asvs.md: how Cairn stands to each item of ASVS 5.0.0's levels 1 and 2.

/** How many items the standard itself has, by chapter: of level 1 and of level 2. */
export const standard = [
  [8, 19],
  [4, 7],
  [8, 11],
  [2, 8],
  [4, 5],
  [13, 22],
  [6, 12],
  [4, 3],
  [4, 3],
  [5, 24],
  [3, 11],
  [3, 6],
  [1, 12],
  [2, 7],
  [3, 10],
  [0, 16],
  [0, 7],
];

/** The only ways to stand to an item, by how the cell that says so begins. */
const standings = /** @type {const} */ ({
  test: "`",
  deviation: "deviation: ",
  "not applicable": "n/a: ",
});

/** @typedef {keyof typeof standings} Standing */

/**
 * Every item with its place, how Cairn stands to it, and what is wrong with its row. A row names the items that it answers in
 * the same way, those of level 1 in bold, and then what they ask.
 */
export function readItems() {
  const listed = deviations();
  const tables = tablesOf("docs/evidence/asvs.md").filter(({ head }) => head[0] === "item");
  return tables.flatMap(({ section, rows }) =>
    rows.flatMap(({ cells }) => {
      const [named = "", stands = ""] = cells;
      const { ids = "", asks = "" } =
        /^(?<ids>(?:\*\*)?\d+\.\d+\.\d+(?:\*\*)?(?:, (?:\*\*)?\d+\.\d+\.\d+(?:\*\*)?)*) (?<asks>.*)$/.exec(
          named,
        )?.groups ?? {};
      const [standing = null] = Object.entries(standings)
        .filter(([, start]) => stands.startsWith(start))
        .map(([name]) => /** @type {Standing} */ (name));
      const ofRow = [
        ...(asks ? [] : ["does not say what is asked"]),
        ...(cells.length === 2 ? [] : [`has ${cells.length} cells`]),
        ...problemsOfStanding(standing, stands, listed),
      ];
      return (ids || named).split(", ").map((name) => {
        const [, level1, id = name] = /^(\*\*)?([\d.]+)(?:\*\*)?$/.exec(name) ?? [];
        const [chapter = 0, ...place] = id.split(".").map(Number);
        const problems = [...(section.startsWith(`V${chapter} `) ? [] : ["is not in its chapter"]), ...ofRow];
        return {
          id,
          chapter,
          place,
          level: level1 ? 1 : 2,
          standing,
          problems: problems.map((problem) => `${id} ${problem}`),
        };
      });
    }),
  );
}

const deviationsFile = "docs/evidence/deviations.md";

/** What the rows of docs/evidence/deviations.md hold. */
export const deviationRows = () =>
  tablesOf(deviationsFile).flatMap(({ rows }) => rows.map(({ cells }) => cells));

/** The names of these rows. */
export const deviations = () => deviationRows().map(([name = ""]) => name);

/**
 * @param {Standing | null} standing
 * @param {string} cell
 * @param {readonly string[]} listed
 */
function problemsOfStanding(standing, cell, listed) {
  if (standing === null) return ["has no standing"];
  if (standing === "test") return problemsOf(cell);
  if (standing === "not applicable") {
    return /^n\/a: \S.{4,}$/.test(cell) ? [] : ["says no reason why it does not apply"];
  }
  // The name of a row of the list, or a beginning that only one has, and sometimes what of it concerns this item.
  const named = /^deviation: "([^"]+)"(?:\. \S.*)?$/.exec(cell)?.[1];
  if (named === undefined) return ["names no deviation"];
  const beginning = / …$/.test(named) ? named.slice(0, -1) : null;
  const meant = listed.filter((name) => (beginning ? name.startsWith(beginning) : name === named));
  return meant.length === 1 ? [] : [`names ${meant.length} deviations of ${deviationsFile}: ${named}`];
}

/** As the table at the head of the document has it, and as the promise prints it. */
export function countItems() {
  const items = readItems();
  return standard.map((_sizes, index) => {
    const own = items.filter(({ chapter }) => chapter === index + 1);
    const count = (/** @type {Standing} */ name) => own.filter(({ standing }) => standing === name).length;
    return {
      chapter: index + 1,
      levels: [1, 2].map((level) => own.filter((item) => item.level === level).length),
      test: count("test"),
      deviation: count("deviation"),
      "not applicable": count("not applicable"),
    };
  });
}
