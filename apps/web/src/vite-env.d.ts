/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** D5: the API's origin for a site that is hosted elsewhere; the site's own origin without it. */
  readonly VITE_API_HOST?: string;
}

/** Made at build by `build/form-checks.ts` from the contract's schema of that name. */
declare module "form-check:*" {
  export const check: import("./lib/forms/form-check.ts").FormCheck;
}
