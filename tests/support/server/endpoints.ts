import * as contract from "@cairn/contract";

const isEndpoint = (value: unknown): value is contract.EndpointDefinition =>
  typeof value === "object" && value !== null && "method" in value && "replies" in value;

/** Every call of the contract. */
export const endpoints: readonly contract.EndpointDefinition[] =
  Object.values<unknown>(contract).filter(isEndpoint);

/** As tables name it: "GET /content/:id". */
export const nameOf = ({ method, path }: Pick<contract.EndpointDefinition, "method" | "path">): string =>
  `${method} ${path}`;
