import { setFlagsFromString } from "node:v8";

/**
 * How much a function of the embedded engine has to run before V8 optimises it. With Node 20's default, 1.8 million
 * (Node 24: 13), V8 optimises much that only a start needs: 0.3 s, 0.6 s of processor time and 25 MB of a site's start.
 * Functions that stay busy are still optimised, a little later. For the whole process, before its engine is compiled.
 */
export const optimiseEngineLate = (): void => setFlagsFromString("--wasm-tiering-budget=50000000");
