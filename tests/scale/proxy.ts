import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@playwright/test";
import { nginx, openProxy } from "../support/scale/proxy.ts";

test.skip(nginx === null, "there is no nginx on this machine (Debian: apt-get install nginx)");

/** Takes the place of an instance. */
async function openPeer(listener: RequestListener) {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

test("nginx passes on the site's host name, the visitor's address and the protocol", async () => {
  const heard: Record<string, IncomingHttpHeaders> = {};
  const peer = await openPeer((request, response) => {
    heard[request.url ?? ""] = request.headers;
    response.end();
  });
  const proxy = await openProxy([peer, peer]);

  await fetch(`${proxy.url}/`);
  await fetch(`${proxy.url}/socket.io/`);
  expect((await fetch(`${proxy.url}/metrics`)).status, "they are each instance's own").toBe(404);
  await fetch(`${proxy.url}/api/likes`, { method: "POST", headers: { "idempotency-key": "once" } });

  for (const path of ["/", "/socket.io/", "/api/likes"]) {
    expect(heard[path], path).toMatchObject({
      host: new URL(proxy.url).host,
      "x-forwarded-for": "127.0.0.1",
      "x-forwarded-proto": "http",
    });
  }
  await proxy.close();
  peer.close();
});

test("a write whose instance dies is sent to the other one only if it has a key", async () => {
  let sent: string[] = [];
  let isFirst = true;
  const listener: RequestListener = async (request, response) => {
    if (request.url === "/health/live") return response.end();
    let body = "";
    for await (const part of request) body += part;
    sent.push(body.slice(0, 20));
    if (isFirst) {
      isFirst = false;
      request.socket.resetAndDestroy();
    } else response.end(`done ${body.length}`);
  };
  const peers = [await openPeer(listener), await openPeer(listener)];
  const proxy = await openProxy(peers);
  const send = async (method: string, headers: Record<string, string>, body: BodyInit) => {
    sent = [];
    isFirst = true;
    const answer = await fetch(`${proxy.url}/api/posts`, { method, headers, body });
    return { status: answer.status, text: await answer.text(), times: sent.length };
  };
  const key = { "idempotency-key": "4f7c" };
  const json = { "content-type": "application/json" };
  // More than nginx reads together with the headers, or keeps in memory.
  const long = JSON.stringify({ body: "words ".repeat(20_000) });
  const form = new FormData();
  form.set("media", new Blob(["a film"]), "film.mp4");

  for (const method of ["POST", "PATCH"]) {
    expect(await send(method, { ...key, ...json }, "{}")).toMatchObject({ status: 200, times: 2 });
    expect(await send(method, { ...key, ...json }, long)).toEqual({
      status: 200,
      text: `done ${long.length}`,
      times: 2,
    });
    expect(await send(method, key, "")).toMatchObject({ status: 200, times: 2 });
    expect(await send(method, json, "{}")).toMatchObject({ status: 502, times: 1 });
    expect(
      await send(method, { ...key, "content-type": "Multipart/Form-Data; boundary=x" }, "--x--"),
    ).toMatchObject({
      status: 502,
      times: 1,
    });
    expect(await send(method, key, form as never)).toMatchObject({ status: 502, times: 1 });
  }
  await proxy.close();
  for (const peer of peers) peer.close();
});
