FROM node:24.21.0-slim AS build
WORKDIR /app
COPY . .
RUN npm ci --no-audit --no-fund --ignore-scripts \
 && node scripts/web-build.ts \
 && node scripts/image.ts /image

FROM node:24.21.0-slim
WORKDIR /app
# The version of the project (`npm run docs` writes it here); a pipeline may add the number of its run.
ARG ORBITA_BUILD=0.1.0
ENV NODE_ENV=production ORBITA_DATA_DIR=/data ORBITA_BUILD=$ORBITA_BUILD
# A process keeps a small memory; the bench measures with these.
ENV NODE_OPTIONS="--max-semi-space-size=4 --max-old-space-size=512" MALLOC_ARENA_MAX=2
# The process may write its data, not what it runs. The list of erasures lies on a volume of its own if it is told so.
RUN install -d -o node -g node /data /erasures
COPY --from=build /image /app
USER node
EXPOSE 8080
# Both roles answer here: 503 while the database is away (docs/runbook.md, Health).
HEALTHCHECK --interval=10s --timeout=5s --start-period=2m --start-interval=2s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 8080}/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# One image, two roles: `--role api` answers people, `--role worker` runs the jobs (docs/runbook.md).
CMD ["node", "api/main.ts", "--role", "all"]
