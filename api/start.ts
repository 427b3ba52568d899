import { join } from 'node:path';
import { FILE_LIMIT } from '@orbita/domain/document';
import type { FastifyInstance } from 'fastify';
import { allApprovals } from './approvals.ts';
import { REVOKED_CHANNEL } from './caller/end-session.ts';
import { forgetSession, forgetSessions } from './caller/session.ts';
import { createAcademicCatalogue } from './catalogue/academic/source.ts';
import { wakeCopies } from './contract/copy-job.ts';
import { serveFileLinks } from './document/link.ts';
import { createScanner } from './document/scanner.ts';
import { allEffects } from './effects.ts';
import { wakeExports } from './export/job.ts';
import { allFactReaders } from './facts.ts';
import { serveHealth } from './health/serve.ts';
import { closeServer } from './http/close.ts';
import { serveDocs } from './http/docs.ts';
import { registerRoutes } from './http/pipeline.ts';
import { createServer } from './http/server.ts';
import { serveShortAddresses } from './identity/access-keys/short-address.ts';
import { createCaptcha } from './identity/captcha.ts';
import { createSocial } from './identity/social/port.ts';
import { allJobs } from './jobs.ts';
import { liveSockets } from './messaging/live.ts';
import { createMailer } from './messaging/mailer.ts';
import { wakeOutbox } from './messaging/outbox.ts';
import { createSms } from './messaging/sms/port.ts';
import { tellOfEvent } from './messaging/webhooks/tell.ts';
import { createWhatsApp } from './messaging/whatsapp/port.ts';
import { createAcquirers } from './payment/acquirers.ts';
import { serveCardFields } from './payment/card-page.ts';
import { wakeComparison } from './payment/comparison/job.ts';
import { createInter } from './payment/inter/calls.ts';
import { createPix } from './payment/pix.ts';
import { createZip } from './person/zip.ts';
import { type Clock, createClock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import { openPglite } from './platform/database/pglite.ts';
import { openPostgres } from './platform/database/postgres.ts';
import { prepareDatabase } from './platform/database/prepare.ts';
import { createReads } from './platform/database/reads.ts';
import type { Database } from './platform/database/types.ts';
import { createErrorReports } from './platform/error-reports.ts';
import { openFiles } from './platform/files/open-files.ts';
import { lockFolder } from './platform/folder-lock.ts';
import { createCrowd, type Loop, watchLoop } from './platform/http/crowd.ts';
import { createLimits } from './platform/http/limits.ts';
import { createSharedCounts } from './platform/http/shared-counts.ts';
import { createJobs } from './platform/jobs.ts';
import { createPlaces } from './platform/live/limits.ts';
import { createLog, processOf } from './platform/log.ts';
import { createMetrics, measurePool } from './platform/metrics.ts';
import { type Platform, publicUrlOf } from './platform/platform.ts';
import { ALONE, type Siblings } from './platform/processes/siblings.ts';
import { measuredPort } from './platform/provider-measures.ts';
import { createSecurityLog } from './platform/security-log.ts';
import { createTracing } from './platform/tracing/tracing.ts';
import { allItems, allQueues, otherCounts } from './queues.ts';
import { allRoutes } from './routes.ts';
import { createExamScores } from './selection/exam-score/provider.ts';
import { teamSockets } from './staff/live/sockets.ts';
import { createStaffProvider } from './staff/provider/openid.ts';
import { serveConsole } from './tenancy/console-pages.ts';
import { CATALOGUE_CHANNEL, forgetHosts } from './tenancy/hosts.ts';
import { servePages } from './tenancy/pages.ts';

export type Started = {
  platform: Platform;
  app: FastifyInstance;
  url: string;
  /** Starts the worker's part in a process that was started as an API. */
  work(): Promise<void>;
  /** Stops everything. Running calls get `patienceMs` milliseconds; without it they are cut off. */
  close(patienceMs?: number): Promise<void>;
};

/** Opens PostgreSQL if its address is configured, otherwise PGlite in the data folder. */
export const openDatabase = async (config: Config): Promise<Database> => {
  if (config.databaseUrl) {
    return openPostgres({
      url: config.databaseUrl,
      ...(config.ownerDatabaseUrl ? { ownerUrl: config.ownerDatabaseUrl } : {}),
      listenUrl: config.listenDatabaseUrl,
      pool: config.databasePool,
    });
  }
  lockFolder(config.dataDir);
  return openPglite(join(config.dataDir, 'pglite'));
};

/**
 * Connections for long reads, and milliseconds to wait for a connection and for a response; beyond that, the primary is read
 * instead.
 */
const READING = { pool: 4, patience: { connect: 2_000, answer: 15_000 } };
const openReplica = ({ readDatabaseUrl: url }: Config): Database | undefined =>
  url === undefined ? undefined : openPostgres({ url, ...READING, readOnly: true });

type Given = {
  clock?: Clock;
  writeLog?: ((line: string) => void) | undefined;
  siblings?: Siblings;
  loop?: Loop;
  proveDue?: Platform['proveDue'];
  proveState?: Platform['proveState'];
};

/** Prepares an open database and builds the platform on it. Throws if the database doesn't separate tenants (T1–T5, T8). */
export async function buildPlatform(config: Config, db: Database, given?: Given): Promise<Platform> {
  await prepareDatabase(db);
  return assemblePlatform(config, db, given);
}

/** Builds the platform on a prepared database. */
export async function assemblePlatform(
  config: Config,
  opened: Database,
  given: Given = {},
): Promise<Platform> {
  const { siblings = ALONE } = given;
  const clock =
    given.clock ?? createClock(config.development ? join(config.dataDir, 'clock.json') : undefined);
  if (config.testNow) clock.set(new Date(config.testNow));
  siblings.receive('clock', ({ now, run }) => clock.set(now === null ? null : new Date(now), run));
  const errorReports = await createErrorReports(config);
  const log = createLog(config, given.writeLog, errorReports.report, processOf(siblings));
  clock.onStep((step) => log.error(step, 'the clock of this machine stepped'));
  const metrics = createMetrics(siblings);
  const tracing = await createTracing(config, siblings, log);
  const db = tracing.database(opened);
  measurePool(metrics, db);
  const replica = db.kind === 'postgres' ? openReplica(config) : undefined;
  const platform: Platform = {
    config,
    db,
    reads: createReads(db, replica && tracing.database(replica), log),
    clock,
    startedAt: clock.wall(),
    log,
    metrics,
    siblings,
    security: createSecurityLog(config, log, metrics, clock.wall),
    crowd: createCrowd(db, given.loop ?? watchLoop(), metrics),
    limits: createLimits(clock.wall, undefined, siblings, createSharedCounts(db, config.secret, clock.wall)),
    files: tracing.port('files', await openFiles(config)),
    ports: tracing.ports({
      mail: measuredPort('mail', createMailer(config), 'send'),
      sms: measuredPort(
        'sms',
        createSms(config, () => publicUrlOf(platform)),
        'send',
      ),
      whatsapp: measuredPort(
        'whatsapp',
        createWhatsApp(config, () => publicUrlOf(platform)),
        'send',
      ),
      zip: measuredPort('zip', createZip(config, db), 'find'),
      examScore: measuredPort('exam-score', createExamScores(config), 'lookUp'),
      academicCatalogue: measuredPort('academic-catalogue', createAcademicCatalogue(config), 'read'),
      captcha: measuredPort('captcha', createCaptcha(config), 'verify'),
      scan: measuredPort('scan', createScanner(config), 'scan'),
      pix: createPix(config),
      slip: createInter(config),
      acquirers: createAcquirers(config),
      social: createSocial(config),
      staffProvider: createStaffProvider(config, () => performance.now()),
    }),
    jobs: createJobs(() => platform, allJobs),
    proveDue: given.proveDue,
    proveState: given.proveState,
    onLiveEvent: tellOfEvent,
    effects: allEffects,
    factReaders: allFactReaders,
    queues: allQueues,
    items: allItems,
    otherCounts,
    approvals: allApprovals,
    errorReports,
    tracing,
    address: { url: undefined },
  };
  return platform;
}

/** Determines the scanner's size limit once, so that larger files are refused on upload. */
const warnOfScanner = ({ ports, log }: Platform): Promise<void> =>
  ports.scan.limit(true).then(
    (limitBytes) => {
      if (limitBytes !== undefined)
        log.warn(
          { limitBytes, neededBytes: FILE_LIMIT },
          'the scanner takes smaller files than people may send',
        );
    },
    (error: Error) => log.warn({ err: error }, 'the scanner does not answer'),
  );

/** Starts the HTTP server, the worker, or both, depending on the configured role. */
export async function start(config: Config, platform: Platform): Promise<Started> {
  await platform.reads.check();
  const app = await createServer(platform);
  serveCardFields(app, platform);
  const stops: (() => Promise<void>)[] = [];
  const forget = () => forgetHosts(platform);
  stops.push(await platform.db.listen(CATALOGUE_CHANNEL, forget, forget));
  stops.push(
    await platform.db.listen(
      REVOKED_CHANNEL,
      (key) => forgetSession(platform, key),
      () => forgetSessions(platform),
    ),
  );
  registerRoutes(app, platform, allRoutes(platform));
  serveDocs(app);
  serveHealth(app, platform);
  if (config.role !== 'worker') {
    const places = createPlaces(platform.siblings);
    stops.push(await liveSockets(app, platform, places), await teamSockets(app, platform, places));
    await servePages(app, platform);
    await serveConsole(app);
    serveShortAddresses(app, platform);
    serveFileLinks(app, platform);
  }
  await app.listen({ port: config.port, host: config.host });
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  platform.address.url = `http://localhost:${port}`;
  if (config.clamd) void warnOfScanner(platform);
  const work = async () => {
    stops.push(await wakeOutbox(platform), await wakeCopies(platform), await wakeComparison(platform));
    stops.push(await wakeExports(platform));
    platform.jobs.start();
  };
  if (config.role !== 'api') await work();
  return {
    platform,
    app,
    work,
    url: `http://localhost:${port}`,
    async close(patienceMs = 0) {
      await platform.jobs.stop();
      await closeServer(app, patienceMs);
      for (const stop of stops) await stop().catch(() => undefined);
      await platform.reads.close();
      await platform.db.close();
      await Promise.all([platform.errorReports.close(), platform.tracing.close()]);
      platform.metrics.close();
      platform.crowd.close();
      platform.files.close();
    },
  };
}
