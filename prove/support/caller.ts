import { randomUUID } from "node:crypto";

export interface Caller {
  readonly id: number;
  readonly email: string;
  readonly password: string;
  readonly token: string;
  readonly refreshToken: string;
}

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: whoever calls knows what the contract answers
  readonly body: any;
}

interface Call {
  readonly token?: string;
  readonly key?: string;
  readonly body?: object | FormData;
}

/** One call of the running server; null when it was killed meanwhile and gave no answer. */
export async function call(
  url: string,
  method: string,
  path: string,
  { token, key, body }: Call = {},
): Promise<Answer | null> {
  const isForm = body instanceof FormData;
  try {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(key && { "idempotency-key": key }),
        ...(body && !isForm && { "content-type": "application/json" }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      body: text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : text,
    };
  } catch {
    return null;
  }
}

export const newPerson = (role = "User") => {
  const id = randomUUID();
  return {
    name: `Robin ${id.slice(0, 8)}`,
    email: `${id}@example.com`,
    password: `stone on stone ${id}`,
    role,
  };
};

/** A new member with a session; null when the server was killed meanwhile. */
export async function join(url: string, role = "User"): Promise<Caller | null> {
  const person = newPerson(role);
  const answer = await call(url, "POST", "/auth/register", { body: person });
  if (answer === null) return null;
  if (answer.status !== 201) throw new Error(`registering answered ${answer.status}`);
  const { user_id, access_token, refresh_token } = answer.body;
  return {
    id: user_id,
    email: person.email,
    password: person.password,
    token: access_token,
    refreshToken: refresh_token,
  };
}
