import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { bareSchemas } from "./build/bare-schemas.ts";
import { chunkGroups } from "./build/chunks.ts";
import { formChecks } from "./build/form-checks.ts";
import { layerOrder } from "./build/layer-order.ts";

const server = `http://localhost:${process.env.PORT ?? 5000}`;

export default defineConfig({
  plugins: [bareSchemas(), layerOrder(), react(), tailwindcss(), formChecks()],
  build: {
    target: "es2022",
    manifest: true,
    sourcemap: false,
    modulePreload: { polyfill: false },
    // The CSP lets fonts and styles come from files only.
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
  },
  server: {
    port: 5173,
    strictPort: true,
    // D5. The provider's sign-in is at the root, and `/auth/callback` is a screen.
    proxy: {
      "/api": server,
      "/media": server,
      "/auth/login/": server,
      "/socket.io": { target: server, ws: true },
    },
  },
});
