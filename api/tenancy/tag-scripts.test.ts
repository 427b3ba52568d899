import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { forgetCatalogue } from './memory.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
  for (const tenantId of await harness.platform.db.tenantIds()) {
    await harness.platform.db.tenant(tenantId).many(sql`
      update institution set google_tag_manager_id = 'GTM-ALFA1', google_optimize_id = 'OPT-ALFA1'
      where tenant_id = ${tenantId} and code = 'CUA01'`);
  }
  forgetCatalogue(harness.platform);
});
afterAll(() => harness.stop());

/** Content security policy that allows these scripts to report. */
const reports = () => new RegExp(`img-src [^;]*${harness.sandbox.url}`);

const pageOf = async (path: string, host = 'cua.alfa.orbita.test') => {
  const { headers, body } = await harness.visitor(host).send('GET', `/orbita/candidate${path}`);
  const json = /id="orbita-settings">(.*?)<\/script>/.exec(String(body))?.[1] ?? '{}';
  return { policy: headers.get('content-security-policy') ?? '', settings: JSON.parse(json) };
};

describe('media-tracking scripts', () => {
  it('D10: are allowed on the start page, the portal, the catalogue and S-32, and on no other page', async () => {
    const captcha = new RegExp(`script-src [^;]*${harness.sandbox.url}`);
    for (const path of ['/', '/?redirectTo=%2Forbita%2Fcandidate%2Fportal', '/portal', '/course?tipo=1']) {
      const { policy } = await pageOf(path);
      expect(policy, path).toMatch(reports());
      expect(policy, path).toMatch(captcha);
    }
    expect((await pageOf('/subscriptions/essays/1?etapa=matricula-concluida')).policy).toMatch(reports());
    for (const path of [
      '/profile/1',
      '/essays/1',
      '/tracking?subscription=1',
      '/print?ticket=x',
      '/auth?code=x',
      '/reset-password',
      '/change-password',
      '/subscriptions/essays/1',
      '/subscriptions/essays/1?etapa=contrato',
      '/subscriptions/essays/1?etapa=matricula-concluida&accesskey=x',
      '/portal?accesskey=x',
    ])
      expect((await pageOf(path)).policy, path).not.toMatch(reports());
  });

  it('are named only on pages of the institution that has them', async () => {
    const { settings } = await pageOf('/');
    expect(settings.tags).toEqual({
      manager: `${harness.sandbox.url}/tags/gtm.js?id=GTM-ALFA1`,
      optimize: `${harness.sandbox.url}/tags/optimize.js?id=OPT-ALFA1`,
    });
    for (const host of ['alfa.orbita.test', 'beta.orbita.test']) {
      const other = await pageOf('/', host);
      expect(other.settings.tags, host).toEqual({ manager: null, optimize: null });
      expect(other.policy, host).not.toMatch(reports());
    }
  });
});
