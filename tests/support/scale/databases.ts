import { randomUUID } from "node:crypto";
import pg from "pg";

/** The server that `npm run test:scale` found. */
const testServer = process.env.CAIRN_TEST_SERVER ?? "";

/** An empty database for one test. */
export async function newDatabase(server = testServer): Promise<{ url: string; drop(): Promise<void> }> {
  if (server === "")
    throw new Error("CAIRN_TEST_SERVER names no PostgreSQL: run these by npm run test:scale");
  const name = `cairn_scale_${randomUUID().replaceAll("-", "")}`;
  await ask(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = name;
  return {
    url: url.href,
    drop: async () => {
      await ask(server, `drop database ${name} with (force)`);
    },
  };
}

/** Returns the rows of one statement. */
export async function ask(url: string, statement: string, values: unknown[] = []) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query(statement, values);
    return rows;
  } finally {
    await client.end();
  }
}
