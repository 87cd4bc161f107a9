import type { Request } from "../support/client.ts";
import { openSite } from "../support/contenders.ts";
import { admin, emailOf, password, reader } from "../support/fill.ts";
import { type Asked, compareRows, type Options, type Row } from "../support/rows.ts";
import { measureSockets } from "../support/sockets.ts";

const [itemCount, fewItems] = [100_000, 10_000];
/** Items that wait for review: more than all turns approve. */
const waiting = 1_800;
const [socketCount, fewSockets] = [10_000, 2_000];
const socketsRow = "sockets";
const uploadBytes = 10_000_000;
/** Uploads of a turn: they stay on the disk until the end. */
const uploads = 16;
const said =
  "Thank you. The part about **indexes** was new to me, and `explain analyze` shows what you say. ".repeat(2);

/** What writing costs, compared with the one thing that it cannot do without. */
export async function scenario(options: Options) {
  const items = options.quick ? fewItems : itemCount;
  const tables = rows.some(({ name }) => name.includes(options.profile || options.only))
    ? await compareRows(rows, { items, comments: 10, waiting }, options)
    : {};
  if (options.profile || !socketsRow.includes(options.only)) return tables;
  const sockets = [];
  for (const engine of options.engines) {
    const site = await openSite(engine, { items: 100, comments: 2, short: true, waiting: 100 });
    sockets.push(await measureSockets(site, options.quick ? fewSockets : socketCount, 101));
    await site.close();
  }
  options.show(socketsRow, sockets);
  return { ...tables, sockets };
}

const byReaders = (count: number, as: Asked["as"], request: (index: number) => Request) =>
  Promise.all(
    Array.from({ length: count }, async (_, index) => ({
      ...request(index),
      headers: await as(reader(index)),
    })),
  );

const rows: readonly Row[] = [
  {
    name: "comment, 10 at a time",
    goal: 50,
    parallel: 10,
    against: "insert",
    requests: async ({ as, site, turn }) => ({
      requests: await byReaders(2_000, as, (index) => ({
        method: "POST",
        path: `/content/${1 + (((turn * 2_000 + index) * 7_919) % site.filling.items)}/comments`,
        body: { body: `${said} ${turn} ${index}` },
      })),
    }),
  },
  {
    name: "like, 10 at a time",
    goal: 50,
    parallel: 10,
    against: "insert",
    requests: async ({ as, site, turn, turns }) => {
      const each = Math.floor(site.filling.items / (turns + 2));
      return {
        once: true,
        requests: await byReaders(Math.min(each, 5_000), as, (index) => ({
          method: "PUT",
          path: `/content/${1 + turn * each + index}/like`,
        })),
      };
    },
  },
  {
    name: "login, 4 at a time",
    goal: 90,
    parallel: 4,
    against: "login",
    requests: async () => ({
      requests: Array.from({ length: 100 }, (_, index) => ({
        method: "POST",
        path: "/auth/login",
        body: { email: emailOf(reader(index)), password },
      })),
    }),
  },
  {
    name: "upload of 10 MB, 4 at a time",
    goal: 80,
    parallel: 4,
    against: "upload",
    requests: async ({ as, turn }) => ({
      once: true,
      requests: await byReaders(uploads, as, (index) => ({
        method: "POST",
        path: "/content",
        form: {
          fields: {
            title: `Slides ${turn} ${index}`,
            body: "See the file.",
            category: "Data Science",
            draft: "true",
          },
          fileBytes: uploadBytes,
        },
      })),
    }),
  },
  {
    name: "publish, one at a time",
    goal: null,
    parallel: 1,
    against: "insert",
    requests: async ({ as, site, turn, turns }) => {
      const each = Math.floor(waiting / (turns + 2));
      const headers = await as(admin);
      return {
        once: true,
        requests: Array.from({ length: each }, (_, index) => ({
          method: "POST",
          path: `/admin/content/${1 + site.filling.items + turn * each + index}/approve`,
          headers,
          body: { revision: 1 },
        })),
      };
    },
  },
];
