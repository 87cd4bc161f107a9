import { spawn, spawnSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../../scripts/testing/free-port.mjs";
import { findProgram } from "../../../scripts/testing/scale/programs.mjs";

/** Path of Glewlwyd on this machine, an OpenID provider that Debian has; null without it. */
export const glewlwyd = findProgram("glewlwyd");

/** Debian's package puts the tables, the first admin and their password here. */
const tables = "/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3";
const firstAdmin = { username: "admin", password: "password" };

const client = { id: "cairn", secret: "a secret-that both_share" };
const scopes = ["openid", "email", "profile"];

export interface Person {
  readonly username: string;
  readonly password: string;
  readonly name: string;
  readonly email: string;
  readonly groups: readonly string[];
}

export interface School {
  /** For a site that its people sign in to. */
  readonly settings: Record<string, string>;
  readonly issuer: string;
  /** Lets it know the site, and somebody who has an account there. Done once the site is known. */
  open(siteUrl: string, person: Person): Promise<void>;
  changeGroups(username: string, groups: readonly string[]): Promise<void>;
  /** Logs a person in and grants the site what it asks for. The result is the cookie of their browser. */
  logIn(person: Person): Promise<string>;
  /** What it has written so far. */
  output(): string;
  close(): Promise<void>;
}

/** A school's own provider: Glewlwyd as Debian ships it, with an RSA key and tables of its own. */
export async function openSchool(): Promise<School> {
  if (glewlwyd === null) throw new Error("There is no Glewlwyd on this machine");
  const folder = await mkdtemp(join(tmpdir(), "cairn-glewlwyd-"));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const issuer = `${url}/api/oidc`;
  const database = join(folder, "people.db");
  const filled = spawnSync("sqlite3", [database], { input: await readFile(tables) });
  if (filled.status !== 0) throw new Error(`The tables could not be made: ${filled.stderr}`);
  const file = join(folder, "glewlwyd.conf");
  await writeFile(file, configuration({ port, url, database, log: join(folder, "log") }));
  const child = spawn(glewlwyd, [`--config-file=${file}`], { stdio: ["ignore", "pipe", "pipe"] });
  // After a test that failed.
  const end = () => {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  };
  process.once("exit", end);
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  while (!(await fetch(`${url}/config`).catch(() => null))) {
    if (child.exitCode !== null) throw new Error(`Glewlwyd did not start:\n${said}`);
  }

  const send = async (cookie: string, method: string, path: string, body?: object) => {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: { cookie, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return { text, headers: answer.headers };
  };
  const enter = async ({ username, password }: Pick<Person, "username" | "password">) => {
    const { headers } = await send("", "POST", "/auth/", { username, password });
    return headers.getSetCookie()[0]?.split(";")[0] ?? "";
  };

  const admin = await enter(firstAdmin);
  const people = JSON.parse((await send(admin, "GET", "/mod/user/database")).text);
  people.parameters["data-format"].groups = { multiple: true, read: true, write: true };
  await send(admin, "PUT", "/mod/user/database", people);
  await send(admin, "PUT", "/mod/user/database/reset/");
  for (const name of scopes.slice(1))
    await send(admin, "POST", "/scope/", {
      name,
      display_name: name,
      password_required: false,
      password_max_age: 0,
      scheme: {},
    });
  await send(admin, "POST", "/mod/plugin/", {
    module: "oidc",
    name: "oidc",
    display_name: "OpenID Connect",
    parameters: protocolOf(issuer),
  });

  return {
    issuer,
    settings: {
      SIGN_IN_SCHOOL_ISSUER: issuer,
      SIGN_IN_SCHOOL_CLIENT_ID: client.id,
      SIGN_IN_SCHOOL_CLIENT_SECRET: client.secret,
      SIGN_IN_SCHOOL_NAME: "Springfield School",
      // It says nothing about `email_verified`.
      SIGN_IN_SCHOOL_TRUST_EMAILS: "true",
    },
    async open(siteUrl, person) {
      const back = `${siteUrl}/auth/login/school/return`;
      await send(admin, "POST", "/client/", {
        client_id: client.id,
        name: "Cairn",
        confidential: true,
        client_secret: client.secret,
        password: client.secret,
        token_endpoint_auth_method: ["client_secret_basic", "client_secret_post"],
        redirect_uri: [back],
        post_logout_redirect_uri: back,
        authorization_type: ["code", "refresh_token"],
        scope: [],
        enabled: true,
      });
      await send(admin, "POST", "/user/", { ...person, scope: scopes, enabled: true });
    },
    async changeGroups(username, groups) {
      await send(admin, "PUT", `/user/${username}`, { groups });
    },
    async logIn(person) {
      const cookie = await enter(person);
      await send(cookie, "PUT", `/auth/grant/${client.id}/`, { scope: scopes.join(" ") });
      return cookie;
    },
    output: () => said,
    async close() {
      child.kill("SIGTERM");
      await once(child, "exit");
      process.off("exit", end);
      end();
    },
  };
}

interface Places {
  readonly port: number;
  readonly url: string;
  readonly database: string;
  readonly log: string;
}

const configuration = ({ port, url, database, log }: Places) => `
  port = ${port}
  external_url = "${url}"
  login_url = "login.html"
  url_prefix = "api"
  cookie_secure = 0
  session_key = "GLEWLWYD2_SESSION_ID"
  session_expiration = 3600
  log_mode = "file"
  log_level = "INFO"
  log_file = "${log}"
  admin_scope = "g_admin"
  profile_scope = "g_profile"
  user_module_path = "/usr/lib/glewlwyd/user"
  user_middleware_module_path = "/usr/lib/glewlwyd/user_middleware"
  client_module_path = "/usr/lib/glewlwyd/client"
  user_auth_scheme_module_path = "/usr/lib/glewlwyd/scheme"
  plugin_module_path = "/usr/lib/glewlwyd/plugin"
  hash_algorithm = "SHA256"
  database = { type = "sqlite3", path = "${database}" };
`;

/** The code flow with PKCE and refresh tokens; name, email and groups in the ID token. */
function protocolOf(issuer: string) {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
  return {
    iss: issuer,
    "jwt-type": "rsa",
    "jwt-key-size": "256",
    key: privateKey,
    cert: publicKey,
    "access-token-duration": 3600,
    "refresh-token-duration": 1_209_600,
    "code-duration": 600,
    "refresh-token-rolling": true,
    "allow-non-oidc": false,
    "auth-type-code-enabled": true,
    "auth-type-refresh-enabled": true,
    "pkce-allowed": true,
    "session-management-allowed": true,
    "session-cookie-name": "GLEWLWYD2_SESSION",
    "session-cookie-expiration": 3600,
    "name-claim": "mandatory",
    "email-claim": "mandatory",
    claims: [{ name: "groups", "user-property": "groups", type: "string", mandatory: true }],
  };
}
