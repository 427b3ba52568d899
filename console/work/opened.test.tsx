import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { type Me, setMe } from '../base/me.ts';
import { queryClient } from '../base/query.ts';
import { Opened } from './opened.tsx';

vi.mock('@orbita/client/server-clock.ts', () => ({
  serverNow: () => Date.parse('2026-01-12T10:00:00-03:00'),
  setServerTime: () => undefined,
}));

const drawn = () =>
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <Opened />
      </MemoryRouter>
    </QueryClientProvider>,
  );

beforeEach(() => {
  queryClient.clear();
  setMe({ institutions: [], parts: {}, timeZone: 'America/Sao_Paulo' } as unknown as Me);
});

it('shows placeholders while it loads, and says when nothing was opened yet', () => {
  expect(drawn()).toContain('Carregando as inscrições…');
  queryClient.setQueryData(['opened', ''], []);
  expect(drawn()).toContain('Nenhuma ainda. As que você abrir ficam aqui.');
});

it('links to each application by its name and number, and says when it was opened', () => {
  queryClient.setQueryData(
    ['opened', ''],
    [
      {
        subscriptionId: 5001,
        name: 'Candidata Um',
        courseName: 'ADMINISTRAÇÃO',
        status: 6,
        statusName: 'Matrícula pendente',
        statusColor: 'status-pending',
        institutionCode: 'CUA01',
        openedAt: '2026-01-12T09:48:00-03:00',
      },
    ],
  );
  const page = drawn();
  expect(page).toContain('href="/inscricoes/5001"');
  expect(page).toContain('<span translate="no">Candidata Um</span>, nº 5001');
  expect(page).toMatch(/Matrícula pendente.*aberta hoje 09:48/);
});
