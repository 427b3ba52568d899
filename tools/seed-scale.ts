import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { applyDemoCatalogue } from '@orbita/api/catalogue/demo';
import { loadConfig } from '@orbita/api/platform/config';
import { buildPlatform, openDatabase } from '@orbita/api/start';
import { sandboxEnvironment } from '@orbita/sandbox/environment';
import { seedScale } from '@orbita/testing/scale/seed';

/**
 * Fills the PostgreSQL at DATABASE_URL with invented applications: `npm run seed:scale -- [how many] [over how many new
 * tenants]`. Never a production database.
 */
const [subscriptions = 1_000_000, tenants = 50] = process.argv.slice(2).map(Number);
const stopWith = (message: string): never => {
  console.error(message);
  process.exit(2);
};
if (![subscriptions, tenants].every((number) => Number.isInteger(number) && number > 0))
  stopWith('Usage: npm run seed:scale -- [applications] [tenants]');
if (!process.env.DATABASE_URL) stopWith('DATABASE_URL must name a PostgreSQL that holds nothing of anybody');
if (process.env.NODE_ENV === 'production') stopWith('Never in production');

const config = loadConfig({
  ...sandboxEnvironment({
    url: 'http://localhost:8081',
    smtpPort: 8082,
    clamdPort: 8083,
    controlKey: 'none',
  }),
  ORBITA_LOG: 'warn',
  ORBITA_OPERATIONS_TOKEN: `svc_dev_${randomBytes(18).toString('base64url')}`,
  ORBITA_DATA_DIR: join(import.meta.dirname, '../.data'),
  ...process.env,
  NODE_ENV: 'development',
});
const platform = await buildPlatform(config, await openDatabase(config));
await applyDemoCatalogue(platform);
const began = Date.now();
await seedScale(platform, { subscriptions, tenants }, (text) =>
  console.log(`[${((Date.now() - began) / 1000).toFixed(0).padStart(4)} s] ${text}`),
);
await platform.db.close();
console.log(
  `${subscriptions} applications over ${tenants} tenants in ${Math.round((Date.now() - began) / 1000)} s`,
);
