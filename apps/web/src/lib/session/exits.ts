/** Ways out that a call can find: the API client knows when, the router knows where to. */
export interface Exits {
  /** The session can't be refreshed: clear it and show the way back in. */
  sessionLost: () => void;
  /** A 409 suggests to log in, with these words. */
  loginSuggested: (text: string) => void;
}

let connected: Exits | undefined;

/** Answers how to disconnect again. */
export function connectExits(exits: Exits) {
  connected = exits;
  return () => {
    if (connected === exits) connected = undefined;
  };
}

export const exits: Exits = {
  sessionLost: () => connected?.sessionLost(),
  loginSuggested: (text) => connected?.loginSuggested(text),
};
