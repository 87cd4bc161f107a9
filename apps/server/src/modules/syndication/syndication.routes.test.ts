import { afterAll, beforeAll, expect, test } from "vitest";
import { buildTestApp, registerMember, type TestApp } from "../../test/app.ts";
import { makeItem } from "../../test/content.ts";

let app: TestApp;
let authorId: number;
beforeAll(async () => {
  app = await buildTestApp({ publicUrl: "https://cairn.example" });
  authorId = (await registerMember(app, "TechWriter")).user_id;
});
afterAll(() => app.close());

test("the Atom feed holds what is published, as text, and what is published next", async () => {
  const id = await makeItem(app, {
    authorId,
    title: "Tags & <angles> ]]>",
    body: "**Bold** words and `code`.\n\n- a list",
  });
  await makeItem(app, { authorId, title: "Hidden", status: "Pending" });
  const first = await app.call("GET", "/feed.xml");
  expect(first.headers["content-type"]).toBe("application/atom+xml; charset=utf-8");
  expect(first.body).toContain(`<id>https://cairn.example/posts/${id}</id>`);
  expect(first.body).toMatch(/Bold words and code ?\. a list/);
  expect(first.body).toContain("Tags &amp; &lt;angles&gt; ]]&gt;");
  expect(first.body).not.toContain("<angles>");
  expect(first.body).not.toContain("Hidden");
  await makeItem(app, { authorId, title: "The next one" });
  expect((await app.call("GET", "/feed.xml")).body).toContain("The next one");
});
