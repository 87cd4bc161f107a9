import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../../../scripts/setup/paths.mjs";
import { freePort } from "../../../scripts/testing/free-port.mjs";
import { findProgram } from "../../../scripts/testing/scale/programs.mjs";

const published = join(root, "deploy/nginx.conf");

/** Path of nginx on this machine; null without one. */
export const nginx = findProgram("nginx");

export interface Proxy {
  readonly url: string;
  /** Its error log so far. */
  output(): string;
  close(): Promise<void>;
}

interface ProxyOptions {
  /** It keeps what the answers' headers allow a shared cache to keep, and says so in X-Cache. */
  readonly isCache?: boolean;
}

/** nginx in front of two instances, with the configuration in deploy/. */
export async function openProxy(
  instances: readonly { url: string }[],
  { isCache = false }: ProxyOptions = {},
): Promise<Proxy> {
  if (nginx === null) throw new Error("There is no nginx on this machine");
  const folder = await mkdtemp(join(tmpdir(), "cairn-nginx-"));
  // When root starts it, its workers run as another user.
  await chmod(folder, 0o755);
  const port = await freePort();
  let site = (await readFile(published, "utf8"))
    .replace("listen 8080;", `listen 127.0.0.1:${port};`)
    .replaceAll("/var/log/nginx", folder);
  for (const [index, { url }] of instances.entries()) {
    site = site.replaceAll(`127.0.0.1:500${index + 1}`, `127.0.0.1:${new URL(url).port}`);
  }
  const cache = `proxy_cache_path ${folder}/kept keys_zone=kept:1m; proxy_cache kept; add_header X-Cache $upstream_cache_status;`;
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (what) => `${what}_temp_path ${folder}/${what};`,
  );
  await writeFile(join(folder, "site.conf"), site);
  await writeFile(
    join(folder, "nginx.conf"),
    `daemon off; pid ${folder}/pid; error_log stderr warn; events {}
    http { access_log off; ${temporary.join(" ")} ${isCache ? cache : ""} include ${folder}/site.conf; }`,
  );
  const child = spawn(nginx, ["-p", folder, "-c", join(folder, "nginx.conf"), "-e", "stderr"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${url}/health/live`).catch(() => null))) {
    if (child.exitCode !== null) throw new Error(`nginx did not start:\n${said}`);
  }
  return {
    url,
    output: () => said,
    async close() {
      child.kill("SIGTERM");
      await once(child, "exit");
      await rm(folder, { recursive: true, force: true });
    },
  };
}
