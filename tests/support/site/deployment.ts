import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A site in front of another, which can be given its next version. */
export interface Deployment {
  readonly url: string;
  /** From now on `/sw.js` is `change(worker)`, and the files at these paths are gone. */
  deploy(change: (worker: string) => string, gone: readonly string[]): void;
  close(): Promise<void>;
}

/** Passes every GET on to `site`. */
export async function openDeployment(site: string): Promise<Deployment> {
  let next: { change: (worker: string) => string; gone: readonly string[] } | undefined;
  const proxy = createServer(async ({ url = "/", headers }, response) => {
    const { accept = "*/*" } = headers;
    if (next?.gone.includes(url)) return void response.writeHead(404).end();
    const answer = await fetch(new URL(url, site), { headers: { accept } });
    const lasting = ["content-type", "content-security-policy", "cache-control"];
    for (const name of lasting) {
      const value = answer.headers.get(name);
      if (value !== null) response.setHeader(name, value);
    }
    const body = Buffer.from(await answer.arrayBuffer());
    const isWorker = next && url === "/sw.js";
    response.writeHead(answer.status).end(isWorker ? next?.change(body.toString()) : body);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://localhost:${(proxy.address() as AddressInfo).port}`,
    deploy: (change, gone) => {
      next = { change, gone };
    },
    close: () =>
      new Promise((resolve) => {
        proxy.close(() => resolve());
        proxy.closeAllConnections();
      }),
  };
}
