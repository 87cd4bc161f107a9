/**
 * What the site imports as `typebox` (vite.config.ts). The browser uses the contract's schemas only as types, and their
 * checks are compiled at build time (form-checks.ts), so TypeBox itself, 10 KB of every first view, is left out.
 */
export * as Type from "./typebox-stub-builders.ts";
