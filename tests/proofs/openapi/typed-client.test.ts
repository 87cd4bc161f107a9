import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import openapiTypes, { astToString } from "openapi-typescript";
import { expect, test } from "vitest";
import { buildTestApp } from "../../support/server/app.ts";

const root = join(import.meta.dirname, "../../..");

/** What somebody writes who knows nothing but the document: right calls, and wrong ones that must not compile. */
const program = `
import createClient from "openapi-fetch";
import type { paths } from "./cairn.js";

const client = createClient<paths>({ baseUrl: "http://localhost:5000/api", headers: { authorization: "Bearer cairn_..." } });

export async function titles(): Promise<string[]> {
  const { data, error } = await client.GET("/content", { params: { query: { per_page: 100 } } });
  if (error) throw new Error(error.code);
  return data.map(({ id, title }) => id.toFixed() + title.trim());
}

export async function comment(id: number, text: string): Promise<number> {
  const { data } = await client.POST("/content/{id}/comments", { params: { path: { id } }, body: { body: text } });
  return data?.id ?? 0;
}

// @ts-expect-error: there is no such call
await client.GET("/no-such-call");
// @ts-expect-error: a comment has a text
await client.POST("/content/{id}/comments", { params: { path: { id: 1 } }, body: { text: "There is no such field" } });
const { data: item } = await client.GET("/content/{id}", { params: { path: { id: 1 } } });
// @ts-expect-error: an item has no such property
item?.no_such_property;
`;

// Half of its time is the compiler's, over the types of the whole document.
test("a client that openapi-typescript makes of the document compiles, and knows what is right and wrong", async () => {
  const app = await buildTestApp();
  const { body: document } = await app.call("GET", "/openapi.json");
  await app.close();
  const types = astToString(await openapiTypes(document));
  // Inside the project, where the compiler finds the client's library.
  await mkdir(join(root, ".cache"), { recursive: true });
  const folder = await mkdtemp(join(root, ".cache/client-"));
  try {
    await writeFile(join(folder, "cairn.d.ts"), types);
    await writeFile(join(folder, "program.ts"), program);
    const compiler = join(root, "node_modules/@typescript/native/bin/tsc");
    const options = [
      "--noEmit",
      "--strict",
      "--ignoreConfig",
      "--module",
      "nodenext",
      "--target",
      "es2022",
      "--types",
      "",
    ];
    const run = promisify(execFile);
    const said = await run(process.execPath, [compiler, ...options, "program.ts"], { cwd: folder }).then(
      () => "",
      ({ stdout }: { stdout: string }) => stdout,
    );
    expect(said).toBe("");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
