/// <reference types="vite/types/importMeta.d.ts" />

/** The classes of a module by their names in it; css-modules.test.ts checks that each name in use is there. */
declare module "*.module.css" {
  const classes: { readonly [name: string]: string };
  export = classes;
}

interface WindowEventMap {
  "vite:preloadError": Event & { payload: Error };
}

declare module "*.css";
declare module "*?url" {
  const address: string;
  export default address;
}
declare module "*?worker&url" {
  const address: string;
  export default address;
}
declare module "*?raw" {
  const source: string;
  export default source;
}

interface ImportMetaEnv {
  /** The API's origin for a site that is hosted elsewhere; the site's own origin without it (docs/rules.md#other-origins). */
  readonly VITE_API_HOST?: string;
}

/** Made at build by `build/form-checks.ts` from the contract's schema of that name. */
declare module "form-check:*" {
  export const check: import("./lib/forms/contract-form.ts").FormCheck;
}
