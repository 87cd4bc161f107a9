import type { FastifyInstance } from "fastify";

/** The methods that an address accepts; empty if the address does not exist. */
export type AllowedMethods = (url: string) => string[];

/** Records the routes, so that a wrong method can be told from an unknown address. Register before any route. */
export function followRoutes(app: FastifyInstance): AllowedMethods {
  const methodsOf = new Map<string, Set<string>>();

  app.addHook("onRoute", ({ url, method }) => {
    if (url.includes("*")) return;
    const methods = methodsOf.get(url) ?? new Set();
    for (const one of [method].flat()) methods.add(one);
    methodsOf.set(url, methods);
  });

  return (url) => {
    const [whole = "/"] = url.split("?", 1);
    const path = (whole.length > 1 ? whole.replace(/\/$/, "") : whole).split("/");
    const found = [...methodsOf].filter(([pattern]) => fits(pattern.split("/"), path));
    const methods = found.flatMap(([, those]) => [...those]);
    return methods.length === 0 ? [] : [...new Set([...methods, "OPTIONS"])].sort();
  };
}

const fits = (pattern: readonly string[], path: readonly string[]) =>
  pattern.length === path.length &&
  pattern.every((part, index) => (part.startsWith(":") ? path[index] !== "" : part === path[index]));
