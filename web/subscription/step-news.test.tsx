import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { fullStatusQuery } from './queries.ts';
import { StepNews } from './step-news.tsx';

vi.mock('../base/settings.ts', () => ({ settings: { timeZone: 'America/Sao_Paulo' } }));
vi.mock('../base/api.ts', () => ({ call: () => new Promise(() => undefined) }));
vi.mock('@orbita/client/server-clock.ts', () => ({
  serverNow: () => Date.parse('2026-01-12T10:00:00-03:00'),
}));

/** What is shown above the step of an application with this last move. */
function shown(
  event: string,
  { held = null, reason = 'Sem comprovante' }: { held?: string | null; reason?: string } = {},
) {
  const client = new QueryClient();
  client.setQueryData(fullStatusQuery(5001).queryKey, {
    history: [{ event: 'create' }, { event }],
    reason,
    deadlines: { payment: null, documents: null, class: held },
  });
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <StepNews subscription={{ id: 5001, subscriptionStatus: 6, isTaxPaid: false }} />
    </QueryClientProvider>,
  );
}

const HELD = { held: '2026-01-12T10:25:00-03:00' };

describe('news above a step', () => {
  it.each([
    ['manual-payment-refused', 'A instituição não achou seu pagamento.'],
    ['cancel-denied', 'O cancelamento não foi aceito.'],
  ])('shows %s with its reason, and the reserved class', (event, title) => {
    const page = shown(event, HELD);
    expect(page).toContain(title);
    expect(page).toContain('Motivo: Sem comprovante');
    expect(page.indexOf('Motivo:')).toBeLessThan(page.indexOf('Sua vaga está reservada por'));
    expect(page).toContain('25:00');
  });

  it('shows only the reserved class when there is no news', () => {
    expect(shown('payment-required', HELD)).not.toContain('notice');
    expect(shown('payment-required', HELD)).toContain('Sua vaga está reservada por');
    expect(shown('payment-required')).toBe('');
  });
});
