import { countItems, readItems, standard } from "../../../scripts/testing/asvs.mjs";
import { firstOf, type Promised } from "../../support/promises/promise.ts";

/** The mapping itself: that each test it names passes is what `npm test` shows. */
export const promised: Promised = {
  number: 12,
  title: "ASVS 5.0, levels 1 and 2: every item mapped to a test or to a published deviation",
  prove: async () => {
    const items = readItems();
    const chapters = countItems();
    const all = (count: (chapter: (typeof chapters)[number]) => number) =>
      chapters.reduce((sum, chapter) => sum + count(chapter), 0);
    const applicable = all(({ test, deviation }) => test + deviation);
    const lacking = standard.findIndex((sizes, index) => `${chapters[index]?.levels}` !== `${sizes}`);
    const [problem] = items.flatMap(({ problems }) => problems);
    return {
      figures: [
        `${items.length} items in ${chapters.length} chapters, ${applicable} of them applicable`,
        `${all(({ test }) => test)} shown by tests, ${all(({ deviation }) => deviation)} by published deviations`,
        `${all((chapter) => chapter["not applicable"])} not applicable, each with its reason`,
      ],
      shortfall: firstOf(
        lacking >= 0 && `chapter V${lacking + 1} does not have all its items`,
        problem ?? null,
      ),
    };
  },
};
