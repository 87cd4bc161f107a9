# Cairn as an image: the built server and site and the server's packages. docs/guides/operate.md says how to run it.

FROM node:24-bookworm-slim AS manifests
WORKDIR /app
COPY package.json package-lock.json ./
COPY apps/server/package.json apps/server/
COPY apps/web/package.json apps/web/
COPY apps/witness/package.json apps/witness/
COPY packages/contract/package.json packages/contract/
COPY packages/node/package.json packages/node/
COPY packages/tlog/package.json packages/tlog/

FROM manifests AS build
RUN npm ci --no-audit --no-fund
COPY . .
RUN node apps/web/build.mjs && node apps/server/build.mjs && node apps/witness/build.mjs

# What the site needs is in its files by now: only the server's packages come along, without what editors read of them.
FROM manifests AS packages
RUN npm ci --omit=dev --workspace=@cairn/server --no-audit --no-fund \
  && find node_modules apps/server/node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete

FROM node:24-bookworm-slim
ENV NODE_ENV=production NODE_OPTIONS=--enable-source-maps HOST=0.0.0.0 PORT=5000 DATA_DIR=/data
WORKDIR /app
COPY --from=packages /app ./
COPY --from=build /app/apps/server/dist apps/server/dist
COPY --from=build /app/apps/web/dist apps/web/dist
COPY --from=build /app/apps/witness/dist apps/witness/dist
# A new volume takes its owner from here.
RUN install -d -o node -g node -m 700 /data
USER node
VOLUME /data
EXPOSE 5000

# Alive, not ready: while the database is away an instance is not ready, and a restart would not bring that back.
HEALTHCHECK --interval=10s --timeout=4s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]

# SIGTERM reaches it directly. It leaves within some 12 s: give it 20 (docker stop --time 20, stop_grace_period).
CMD ["node", "apps/server/dist/main.js"]
