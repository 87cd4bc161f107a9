import { createHash, randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { type ExternalSite, type Handler, openExternalSite, sendJson } from "../external-site.ts";

export interface GitHubPerson {
  readonly id: number;
  readonly login: string;
  readonly name: string | null;
  readonly emails: readonly { email: string; primary: boolean; verified: boolean }[];
}

export interface GitHubPeer extends Pick<ExternalSite, "url" | "asked" | "close"> {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Who sits before the browser; null: somebody who says no. */
  person: GitHubPerson | null;
  /** Answers a path in GitHub's place, until told otherwise. */
  replace(path: string, handler: Handler | null): void;
}

interface Grant {
  readonly person: GitHubPerson;
  readonly redirectUri: string;
  readonly challenge: string;
}

const clientId = "Iv1.cairn";
const clientSecret = "0123456789abcdef";

/** Speaks GitHub's OAuth and the two calls of its API, errors included: most of them are 200 with an `error`. */
export async function openGitHubPeer(): Promise<GitHubPeer> {
  const grants = new Map<string, Grant>();
  const tokens = new Map<string, GitHubPerson>();
  const replaced = new Map<string, Handler>();

  const routes: Record<string, (request: IncomingMessage, response: ServerResponse, url: URL) => void> = {
    "/login/oauth/authorize": (_request, response, url) => {
      const query = url.searchParams;
      const target = new URL(query.get("redirect_uri") ?? "");
      target.searchParams.set("state", query.get("state") ?? "");
      if (peer.person) {
        const code = randomBytes(10).toString("hex");
        const challenge = query.get("code_challenge") ?? "";
        grants.set(code, { person: peer.person, redirectUri: query.get("redirect_uri") ?? "", challenge });
        target.searchParams.set("code", code);
      } else {
        target.searchParams.set("error", "access_denied");
        target.searchParams.set("error_description", "The user has denied your application access.");
      }
      response.writeHead(302, { location: target.href }).end();
    },
    "/login/oauth/access_token": async (request, response) => {
      const sent = new URLSearchParams(await text(request));
      const answer = exchange(sent);
      // GitHub answers a form unless JSON is asked for.
      if (request.headers.accept?.includes("application/json")) return sendJson(answer)(request, response);
      response
        .setHeader("content-type", "application/x-www-form-urlencoded; charset=utf-8")
        .end(new URLSearchParams(answer).toString());
    },
    "/api/v3/user": (request, response) => {
      const person = personOf(request, response);
      if (!person) return;
      const { id, login, name } = person;
      sendJson({ id, login, name, email: null, type: "User" })(request, response);
    },
    "/api/v3/user/emails": (request, response) => {
      const person = personOf(request, response);
      if (person) sendJson(person.emails.map((item) => ({ ...item, visibility: null })))(request, response);
    },
  };

  function exchange(sent: URLSearchParams): Record<string, string> {
    if (sent.get("client_id") !== clientId || sent.get("client_secret") !== clientSecret)
      return refusal("incorrect_client_credentials");
    const code = sent.get("code") ?? "";
    const grant = grants.get(code);
    grants.delete(code);
    const challenge = createHash("sha256")
      .update(sent.get("code_verifier") ?? "")
      .digest("base64url");
    if (!grant || grant.challenge !== challenge) return refusal("bad_verification_code");
    if (grant.redirectUri !== sent.get("redirect_uri")) return refusal("redirect_uri_mismatch");
    const token = `gho_${randomBytes(18).toString("hex")}`;
    tokens.set(token, grant.person);
    return { access_token: token, token_type: "bearer", scope: "read:user,user:email" };
  }

  function personOf(request: IncomingMessage, response: ServerResponse): GitHubPerson | null {
    const token = request.headers.authorization?.replace(/^Bearer /i, "") ?? "";
    const person = tokens.get(token);
    if (person && request.headers["user-agent"]) return person;
    response.writeHead(person ? 403 : 401, { "content-type": "application/json" });
    response.end(JSON.stringify({ message: person ? "User-Agent is required" : "Bad credentials" }));
    return null;
  }

  const externalSite = await openExternalSite((request, response) => {
    const url = new URL(request.url ?? "", "http://github.test");
    const handler = replaced.get(url.pathname) ?? routes[url.pathname];
    if (handler) handler(request, response, url);
    else response.writeHead(404).end();
  });

  const peer: GitHubPeer = {
    url: externalSite.url,
    asked: externalSite.asked,
    close: externalSite.close,
    clientId,
    clientSecret,
    person: null,
    replace(path, handler) {
      if (handler) replaced.set(path, handler);
      else replaced.delete(path);
    },
  };
  return peer;
}

const refusal = (error: string) => ({
  error,
  error_description: "<b>words of the provider</b>",
  error_uri: "https://docs.github.com/apps/managing-oauth-apps/troubleshooting",
});
