FROM node:24.21.0-slim AS build
WORKDIR /app
COPY . .
RUN npm ci --no-audit --no-fund --ignore-scripts \
 && node scripts/web-build.ts \
 && node scripts/image.ts /image

FROM node:24.21.0-slim
WORKDIR /app
ARG ORBITA_BUILD=20251024.2
ENV NODE_ENV=production ORBITA_DATA_DIR=/data ORBITA_BUILD=$ORBITA_BUILD
# A process keeps a small memory (decisions 0143 and 0151); the bench measures with these.
ENV NODE_OPTIONS="--max-semi-space-size=4 --max-old-space-size=512" MALLOC_ARENA_MAX=2
# The process may write its data, not what it runs.
RUN install -d -o node -g node /data
COPY --from=build /image /app
USER node
EXPOSE 8080
# One image, two roles: `--role api` answers people, `--role worker` runs the jobs (docs/runbook.md).
CMD ["node", "api/main.ts", "--role", "all"]
