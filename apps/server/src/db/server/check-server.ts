import { sql } from "drizzle-orm";
import { DatabaseUnusable } from "../errors.ts";
import type { Queries } from "../queries.ts";
import { reasonOf } from "./failures.ts";

const oldest = 15;

/** @throws DatabaseUnusable in one line, which never holds the password of `url`. */
export async function checkServer(query: Queries, url: string): Promise<void> {
  const { version, encoding } = await askServer(query, url);
  if (version < oldest) {
    throw new DatabaseUnusable(url, `it is PostgreSQL ${version}, and Cairn needs ${oldest} or newer`);
  }
  if (encoding !== "UTF8")
    throw new DatabaseUnusable(url, `its encoding is ${encoding}, and Cairn needs UTF8`);
}

async function askServer(query: Queries, url: string): Promise<{ version: number; encoding: string }> {
  try {
    const { rows } = await query.execute<{ version: number; encoding: string }>(sql`
      select current_setting('server_version_num')::int / 10000 as version,
        current_setting('server_encoding') as encoding`);
    return rows[0] ?? { version: 0, encoding: "unknown" };
  } catch (error) {
    throw new DatabaseUnusable(url, reasonOf(error instanceof Error ? (error.cause ?? error) : error), {
      cause: error,
    });
  }
}
