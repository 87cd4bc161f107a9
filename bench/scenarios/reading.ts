import { medians, type Subject } from "../support/compare.ts";
import { readers } from "../support/fill.ts";
import { type FilledApp, openFilledApp } from "../support/filled-app.ts";

const small = { items: 1_000, commentsPerItem: 10 };
const large = { items: 100_000, commentsPerItem: 10 };

/** What reading and taking part cost at 100,000 items with 1,000,000 comments, compared with 1,000 items. */
export async function scenario() {
  const sites = {
    small: await openFilledApp(small.items, small.commentsPerItem),
    large: await openFilledApp(large.items, large.commentsPerItem),
  };
  const measured = await medians([
    ...subjects("small", sites.small, small.items),
    ...subjects("large", sites.large, large.items),
  ]);
  await Promise.all(Object.values(sites).map((site) => site.close()));

  const names = [...measured.keys()].filter((name) => name.startsWith("small ")).map((name) => name.slice(6));
  return names.map((call) => {
    const [one, other] = [
      measured.get(`small ${call}`) ?? Number.NaN,
      measured.get(`large ${call}`) ?? Number.NaN,
    ];
    return {
      call,
      "ms at 1,000 items": Number(one.toFixed(3)),
      "ms at 100,000": Number(other.toFixed(3)),
      ratio: Number((other / one).toFixed(2)),
    };
  });
}

function subjects(size: string, site: FilledApp, items: number): Subject[] {
  const reader = (round: number) => 2 + (round % readers);
  const item = (round: number) => 1 + ((round * 7919) % items);
  return [
    { name: `${size} list`, run: (round) => site.call("GET", "/content?per_page=10", reader(round)) },
    {
      name: `${size} search, common word`,
      run: (round) => site.call("GET", "/content/search?q=engines", reader(round)),
    },
    {
      name: `${size} search, rare word`,
      run: (round) => site.call("GET", "/content/search?q=quokka", reader(round)),
    },
    { name: `${size} item`, run: (round) => site.call("GET", `/content/${item(round)}`, reader(round)) },
    {
      name: `${size} its comments`,
      run: (round) => site.call("GET", `/content/${item(round)}/comments`, reader(round)),
    },
    { name: `${size} like`, run: (round) => site.call("PUT", `/content/${item(round)}/like`, reader(round)) },
    {
      name: `${size} comment`,
      run: (round) =>
        site.call("POST", `/content/${item(round)}/comments`, reader(round), { body: "Well said." }),
    },
  ];
}
