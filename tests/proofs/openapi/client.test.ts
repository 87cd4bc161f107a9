import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import openapiTS, { astToString } from "openapi-typescript";
import { expect, onTestFinished, test } from "vitest";
import { root } from "../../../scripts/setup/paths.mjs";
import { buildTestApp } from "../../support/server/app.ts";
import { cacheDir } from "../../support/server/database.ts";

const run = promisify(execFile);

const client = `
import createClient from "openapi-fetch";
import type { paths } from "./api.ts";

const client = createClient<paths>({
  baseUrl: "https://school.example",
  headers: { authorization: "Bearer cairn_token" },
});

// Every title.
const { data } = await client.GET("/content/search", { params: { query: { per_page: 100 } } });
export const titles: string[] = (data?.items ?? []).map(({ title }) => title);

// What was published is announced.
await client.POST("/content/{id}/comments", { params: { path: { id: 7 } }, body: { body: "Thank you" } });

// @ts-expect-error There is no such call.
await client.GET("/no/such/call");
// @ts-expect-error A comment is a text.
await client.POST("/content/{id}/comments", { params: { path: { id: 7 } }, body: { body: 7 } });
// @ts-expect-error A status is one of a few.
await client.PATCH("/admin/settings", { body: { audience: "nobody" } });
`;

// Its time goes into the compiler, which reads the types of all calls.
test("a typed client of the document compiles, and takes no call and no input that the document does not have", async () => {
  const app = await buildTestApp();
  onTestFinished(() => app.close());
  await mkdir(cacheDir, { recursive: true });
  // Below the project, where its packages are found.
  const folder = await mkdtemp(join(cacheDir, "client-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { body: document } = await app.call("GET", "/openapi.json");
  await writeFile(join(folder, "api.ts"), astToString(await openapiTS(document)));
  await writeFile(join(folder, "client.ts"), client);
  const options = [
    "--noEmit",
    "--strict",
    ...["--target", "esnext", "--module", "nodenext", "--lib", "esnext,dom"],
    "--allowImportingTsExtensions",
    "--skipLibCheck",
  ];
  const compiler = join(root, "node_modules/@typescript/native/bin/tsc");
  const { stdout } = await run(process.execPath, [compiler, ...options, join(folder, "client.ts")]).catch(
    (error: { stdout: string }) => error,
  );
  expect(stdout).toBe("");
});
