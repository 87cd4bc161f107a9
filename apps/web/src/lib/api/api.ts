import { type EndpointDefinition, login, type ReplyOf, register } from "@cairn/contract";
import { type Exits, exits } from "../session/exits.ts";
import { isSignedIn, readSession } from "../session/session.ts";
import { errorOf } from "./api-error.ts";
import { apiHost } from "./host.ts";
import { createRenewal, type Locks } from "./renewal.ts";
import { type AnyInput, type CallInput, pathOf, readBody, readBytes, send } from "./send.ts";

export const api = createApi({
  base: `${apiHost || globalThis.location?.origin}/api`,
  locks: globalThis.navigator?.locks,
  exits,
});

interface ApiOptions {
  /** Prefix of every path, e.g. `https://cairn.test/api`. */
  base: string;
  locks: Locks | undefined;
  exits: Exits;
}

/**
 * `bearer`: a token other than the stored access token, or null for none. Such a call is never refreshed and never ends
 * the session.
 */
type Bearer = { bearer?: string | null };

interface Answer<Endpoint extends EndpointDefinition> {
  body: ReplyOf<Endpoint>;
  headers: Headers;
}

/** Calls the contract's endpoints. It knows nothing about screens: failures are thrown as ApiError. */
export function createApi({ base, locks, exits }: ApiOptions) {
  const renewedToken = createRenewal({ base, locks, onSessionLost: exits.sessionLost });

  async function exchange(endpoint: EndpointDefinition, { bearer, ...input }: AnyInput & Bearer) {
    if (bearer !== undefined || startsSession(endpoint)) return send(base, endpoint, input, bearer ?? null);
    const session = readSession();
    const response = await send(base, endpoint, input, session.accessToken);
    const isVisitor = !isSignedIn(session);
    if (response.status !== 401 || isVisitor) return response;
    return send(base, endpoint, input, await renewedToken(session));
  }

  async function callWithHeaders<Endpoint extends EndpointDefinition>(
    endpoint: Endpoint,
    input: CallInput<Endpoint> & Bearer,
  ): Promise<Answer<Endpoint>> {
    const response = await exchange(endpoint, input);
    if (response.ok) {
      const body = (await readBody(response, input.signal)) as ReplyOf<Endpoint>;
      return { body, headers: response.headers };
    }
    const error = await errorOf(response);
    if (error.status === 409 && error.suggestion === "login" && !startsSession(endpoint)) {
      exits.loginSuggested(error.message);
    }
    if (error.code === "email_unconfirmed") exits.emailUnconfirmed(error.message);
    throw error;
  }

  return {
    /**
     * For callers that use the access token outside a call, such as the socket: the token to use after `sent` was
     * refused.
     */
    renewedToken,
    /** For the one client that makes its calls itself. */
    addressOf: (endpoint: EndpointDefinition, params: unknown) => base + pathOf(endpoint, params),
    callWithHeaders,
    async call<Endpoint extends EndpointDefinition>(endpoint: Endpoint, input: CallInput<Endpoint> & Bearer) {
      const { body } = await callWithHeaders(endpoint, input);
      return body;
    },
    /** Downloads a response that is not JSON, to be saved as a file. */
    async download<Endpoint extends EndpointDefinition>(endpoint: Endpoint, input: CallInput<Endpoint>) {
      const response = await exchange(endpoint, input);
      if (!response.ok) throw await errorOf(response);
      return readBytes(response, input.signal);
    },
  };
}

/**
 * These calls carry no token, so an expired one cannot make them fail. A 401 means a wrong password
 * (docs/rules.md#wrong-passwords); a 409 is shown (docs/rules.md#registered-emails-lead-to-the-login).
 */
const startsSession = ({ path }: EndpointDefinition) => path === login.path || path === register.path;
