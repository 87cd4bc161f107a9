/** Redirects that a call can trigger: the API client knows when, the router knows where to. */
export interface Exits {
  /** The session cannot be refreshed: clear it and go to the login screen. */
  sessionLost: () => void;
  /** A 409 suggests logging in; `text` is the server's message. */
  loginSuggested: (text: string) => void;
  /** The member must confirm their email before writing; `text` is the server's message. */
  emailUnconfirmed: (text: string) => void;
}

let connected: Exits | undefined;

/** Returns a function that disconnects them. */
export function connectExits(exits: Exits) {
  connected = exits;
  return () => {
    if (connected === exits) connected = undefined;
  };
}

export const exits: Exits = {
  sessionLost: () => connected?.sessionLost(),
  loginSuggested: (text) => connected?.loginSuggested(text),
  emailUnconfirmed: (text) => connected?.emailUnconfirmed(text),
};
