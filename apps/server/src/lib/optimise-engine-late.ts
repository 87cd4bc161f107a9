import { setFlagsFromString } from "node:v8";

/**
 * Makes V8 wait longer before it optimises a function of the embedded engine: it has to run 50 million bytes of its code.
 * With Node 20's default of 1.8 million (Node 24: 13), V8 optimises much that only a start needs, which takes a site 0.3 s,
 * 0.6 s of processor time and 25 MB. Functions that stay busy are still optimised, a little later. It holds for the whole
 * process; call it before the engine is compiled.
 */
export const optimiseEngineLate = (): void => setFlagsFromString("--wasm-tiering-budget=50000000");
