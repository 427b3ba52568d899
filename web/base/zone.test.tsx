import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import TestStep from '../selection/test-step.tsx';
import { momentText } from '../subscription/deadline.ts';
import { whenText } from '../subscription/portal-lead.ts';
import type { SubscriptionCard } from '../subscription/queries.ts';
import type { StepProps } from '../subscription/step-props.ts';
import { taskOf } from '../subscription/task.ts';
import { endOfTenantDay, tenantDate, tenantDateTime, tenantDay, tenantHour, tenantTime } from './zone.ts';

vi.mock('./settings.ts', () => ({ settings: { timeZone: 'America/Manaus' } }));
vi.mock('@orbita/client/server-clock.ts', () => ({
  serverNow: () => Date.parse('2026-01-12T09:00:00-04:00'),
}));
vi.mock('./tab-access.ts', () => ({ tabAccess: () => undefined }));
vi.mock('../tenancy/support.ts', () => ({ helpOf: () => undefined, useSupport: () => undefined }));
vi.mock('../subscription/support-bubble.tsx', () => ({ SupportBubble: () => null }));
vi.mock('./api.ts', () => ({ call: () => new Promise(() => undefined) }));

const now = Date.parse('2026-01-12T09:00:00-04:00');
const deadline = '2026-01-19T23:59:59-04:00';
const test = '2026-01-20T14:00:00-04:00';

describe('a tenant in Manaus', () => {
  it('shows instants in its own time zone', () => {
    expect(tenantDay(deadline)).toBe('2026-01-19');
    expect(tenantDate(deadline)).toBe('19/01/2026');
    expect(tenantTime(test)).toBe('14:00');
    expect(tenantHour(test)).toBe('14h00');
    expect(tenantDateTime(deadline)).toBe('19/01/2026 às 23:59');
    expect(endOfTenantDay('2026-01-19').toISOString()).toBe('2026-01-20T03:59:59.999Z');
  });

  it('shows deadlines on their own day in portal and tracking, not an hour into the next', () => {
    expect(momentText(deadline, now)).toBe('19/01/2026, 23h59');
    expect(whenText(new Date('2026-01-12T23:59:59-04:00'), now)).toBe('hoje, 23h59');
    expect(whenText(new Date('2026-01-13T23:59:59-04:00'), now)).toBe('amanhã, 23h59');
    const card = {
      id: 5001,
      applicationType: 'graduation',
      subscriptionStatus: 14,
      deadlines: { payment: null, documents: null, class: null },
      intake: { startDate: '2026-01-02', endDate: '2026-01-12', classStartDate: null },
      steps: [],
    } as unknown as SubscriptionCard;
    const at = taskOf(card).deadline?.at;
    expect(at && whenText(at, now)).toBe('hoje, 23h59');
  });

  it('shows the time of a scheduled test', () => {
    const subscription = {
      id: 5001,
      institutionId: 1,
      institutionCode: 'CUA01',
      poleId: 1,
      offerId: 1,
      subscriptionStatus: 2,
      hour: { id: 1, dataHora: test },
      campusScheduling: 'Bloco A',
      campusPolo: 'Polo Manaus',
      permissions: { reschedule: true },
    } as StepProps['subscription'];
    const page = renderToStaticMarkup(
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <TestStep subscription={subscription} steps={[]} reload={async () => undefined} />
        </MemoryRouter>
      </QueryClientProvider>,
    );
    expect(page).toContain('20/01/2026');
    expect(page).toContain('14h00');
  });
});
