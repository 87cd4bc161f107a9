/** Where the site serves Pyodide's files, and the type of each; only where the operator has set PYODIDE_DIR. */
export const pyodidePath = "/pyodide/";
export const pyodideFiles = {
  "pyodide.mjs": "text/javascript; charset=utf-8",
  "pyodide.asm.mjs": "text/javascript; charset=utf-8",
  "pyodide.asm.wasm": "application/wasm",
  "python_stdlib.zip": "application/zip",
  "pyodide-lock.json": "application/json; charset=utf-8",
} as const;
