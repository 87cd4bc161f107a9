import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { buildTestApp, type TestApp } from "@tests/support/server/app.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
  await app.http.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => app.close());

const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

/** What the server says to a login whose body comes in these chunks, and in `later` once it has said something. */
async function answerTo(chunks: string, path = "/auth/login", later = ""): Promise<string> {
  const socket = connect((app.http.server.address() as AddressInfo).port, "127.0.0.1").setEncoding("utf8");
  let said = "";
  socket.on("data", (text) => {
    if (said === "" && later !== "") socket.write(later);
    said += text;
  });
  socket.on("error", () => {}); // it may be reset while it still sends
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n${chunks}`,
  );
  await once(socket, "close");
  return said;
}

describe("a chunked body", () => {
  const login = JSON.stringify({ email: "nobody@example.com", password: "stone on stone" });

  test("is read, however small its pieces are, where they are few", async () => {
    const chunks = [...login].map(chunk).join("");
    expect(await answerTo(`${chunks}0\r\n\r\n`)).toMatch(/^HTTP\/1.1 401 /);
  });

  test("in thousands of tiny pieces is refused before its end, and the answer says why", async () => {
    const answer = await answerTo(chunk(" ").repeat(4_000));
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(answer).toContain("The body comes in too many small pieces.");
  });

  test("in thousands of tiny pieces is read no further once the call was refused", async () => {
    const said = await answerTo(chunk(" "), "/content/preview", chunk(" ").repeat(4_000));
    expect(said).toMatch(/^HTTP\/1.1 401 /);
    expect(said).not.toContain("pieces");
  });

  test("in thousands of larger pieces is read to its end", async () => {
    const chunks = chunk("x".repeat(1_100)).repeat(2_500);
    expect(await answerTo(`${chunks}0\r\n\r\n`, "/content/preview")).toMatch(/^HTTP\/1.1 401 /);
  });
});
