import type { Client, Harness } from './harness.ts';
import { type Grants, staffIn } from './staff.ts';

const ATTENDING: Grants = [{ role: 'atendimento', institutions: ['CUA01'] }];

/** A read-only view of an application: the team member who created it, and the tab it opened. */
export async function openView(
  harness: Harness,
  id: number,
  {
    grants = ATTENDING,
    tab = harness.visitor('cua.alfa.orbita.test'),
  }: { grants?: Grants; tab?: Client } = {},
) {
  const { client: team, staffId } = await staffIn(harness, grants);
  const code = await askView(team, id);
  const { status, body } = await tab.call('POST /candidate/views', { body: { code } });
  if (status !== 201) throw new Error(JSON.stringify(body));
  tab.token = body.token;
  return { team, staffId, view: tab, opened: body };
}

/** The code of a new view, from its address. */
export async function askView(team: Client, id: number, reason?: string): Promise<string> {
  const { status, body } = await team.call('POST /operations/subscriptions/{id}/views', {
    params: { id },
    body: reason ? { reason } : {},
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.url.split('#')[1] ?? '';
}
