FROM node:24-slim AS build
WORKDIR /app
COPY . .
RUN npm ci --no-audit --no-fund && node scripts/web-build.ts \
 && npm prune --omit=dev --no-audit --no-fund

FROM node:24-slim
WORKDIR /app
ENV NODE_ENV=production
COPY --from=build --chown=node:node /app /app
USER node
EXPOSE 8080
# One image, two roles: `--role api` answers people, `--role worker` runs the jobs (docs/runbook.md).
CMD ["node", "api/main.ts", "--role", "all"]
