/** Prints which environment secret may be sent to which host for which tenant, without values: `node api/secrets.ts`. */
import { acquirerAccounts } from './payment/acquirers.ts';
import { loadConfig } from './platform/config.ts';
import { configured } from './platform/configured.ts';
import { listSecrets } from './platform/secret-list.ts';

for (const { variable, tenant, hosts } of listSecrets(
  configured(() => loadConfig(process.env, 'all', acquirerAccounts)),
))
  console.log(
    `${variable}: ${tenant === '*' ? 'all tenants' : tenant}, ${hosts.length > 0 ? `sent to ${hosts.join(', ')}` : 'sent nowhere'}`,
  );
