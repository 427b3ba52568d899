import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { serveFileLinks } from './document/index.ts';
import { createScanner } from './document/scanner.ts';
import { createCaptcha } from './identity/captcha.ts';
import { serveShortAddresses } from './identity/index.ts';
import { forgetSession, forgetSessions, REVOKED_CHANNEL } from './identity/session.ts';
import { createSocial } from './identity/social/port.ts';
import { liveSockets } from './messaging/live.ts';
import { createMailer } from './messaging/mailer.ts';
import { wakeOutbox } from './messaging/outbox.ts';
import { createSms } from './messaging/sms.ts';
import { serveHealth } from './operations/health/serve.ts';
import { createPix } from './payment/pix.ts';
import { createZip } from './person/zip.ts';
import { type Clock, createClock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import {
  type Database,
  migrate,
  openPglite,
  openPostgres,
  tenancyOffences,
} from './platform/database/index.ts';
import { createErrorReports } from './platform/error-reports.ts';
import { lockFolder } from './platform/folder-lock.ts';
import type { House } from './platform/house.ts';
import { serveDocs } from './platform/http/docs.ts';
import { createLimits } from './platform/http/limits.ts';
import { registerRoutes } from './platform/http/route.ts';
import { createServer } from './platform/http/server.ts';
import { createJobs } from './platform/jobs.ts';
import { createLog } from './platform/log.ts';
import { createMetrics } from './platform/metrics.ts';
import { createSecurityLog } from './platform/security-log.ts';
import { allJobs, allRoutes } from './rooms.ts';
import { createExamScores } from './selection/exam-score/provider.ts';
import { CATALOGUE_CHANNEL, forgetHosts } from './tenancy/index.ts';
import { servePages } from './tenancy/pages.ts';

export type Started = { house: House; app: FastifyInstance; url: string; close(): Promise<void> };

/** Opens the database of the configuration: PostgreSQL by address, else PGlite in the data folder. */
export const openDatabase = async (config: Config): Promise<Database> => {
  if (config.databaseUrl) {
    return openPostgres({
      url: config.databaseUrl,
      ...(config.ownerDatabaseUrl ? { ownerUrl: config.ownerDatabaseUrl } : {}),
      pool: config.databasePool,
    });
  }
  lockFolder(config.dataDir);
  return openPglite(join(config.dataDir, 'pglite'));
};

/** Builds the house on an open database. Refuses when the database does not keep tenants apart (T1–T5, T8). */
export async function buildHouse(
  config: Config,
  db: Database,
  given?: { clock?: Clock; writeLog?: ((line: string) => void) | undefined },
): Promise<House> {
  await migrate(db);
  const offences = await tenancyOffences(db);
  if (offences.length > 0)
    throw new Error(`The database does not keep tenants apart:\n${offences.join('\n')}`);
  const clock =
    given?.clock ?? createClock(config.development ? join(config.dataDir, 'clock.json') : undefined);
  if (config.testNow) clock.set(new Date(config.testNow));
  const errorReports = await createErrorReports(config);
  const log = createLog(config, given?.writeLog, errorReports.report);
  clock.onStep((step) => log.error(step, 'the clock of this machine stepped'));
  const metrics = createMetrics();
  const house: House = {
    config,
    db,
    clock,
    log,
    metrics,
    security: createSecurityLog(config, log, metrics, clock.wall),
    limits: createLimits(clock.wall),
    files: new Disk(new FSDriver({ location: join(config.dataDir, 'files'), visibility: 'private' })),
    ports: {
      mail: createMailer(config),
      sms: createSms(config),
      zip: createZip(config, db),
      examScore: createExamScores(config),
      captcha: createCaptcha(config),
      scan: createScanner(config),
      pix: createPix(config),
      social: createSocial(config),
    },
    jobs: createJobs(() => house, allJobs),
    errorReports,
    address: { url: undefined },
  };
  return house;
}

/** Starts the HTTP server, the worker, or both, as the configuration's role says. */
export async function start(config: Config, house: House): Promise<Started> {
  const app = await createServer(house);
  const stops: (() => Promise<void>)[] = [];
  const forget = () => forgetHosts(house);
  stops.push(await house.db.listen(CATALOGUE_CHANNEL, forget, forget));
  stops.push(
    await house.db.listen(
      REVOKED_CHANNEL,
      (key) => forgetSession(house, key),
      () => forgetSessions(house),
    ),
  );
  registerRoutes(app, house, allRoutes(house));
  serveDocs(app);
  serveHealth(app, house);
  if (config.role !== 'worker') {
    stops.push(await liveSockets(app, house));
    await servePages(app, house);
    serveShortAddresses(app, house);
    serveFileLinks(app, house);
  }
  await app.listen({ port: config.port, host: config.host });
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  house.address.url = `http://localhost:${port}`;
  if (config.role !== 'api') {
    stops.push(await wakeOutbox(house));
    house.jobs.start();
  }
  return {
    house,
    app,
    url: `http://localhost:${port}`,
    async close() {
      await house.jobs.stop();
      await app.close();
      for (const stop of stops) await stop().catch(() => undefined);
      await house.db.close();
      await house.errorReports.close();
    },
  };
}
