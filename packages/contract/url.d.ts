// Of the globals that browsers and Node share, what the contract uses.

declare class URLSearchParams {
  constructor(init?: Record<string, string>);
  get(name: string): string | null;
  toString(): string;
}

declare class URL {
  constructor(address: string);
  static canParse(address: string): boolean;
  readonly host: string;
  readonly origin: string;
  readonly password: string;
  readonly pathname: string;
  readonly protocol: string;
  readonly searchParams: URLSearchParams;
  readonly username: string;
}
