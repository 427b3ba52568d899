import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Me, setMe } from '../base/me.ts';
import { queryClient } from '../base/query.ts';
import { type Screen, ScreensProvider } from '../base/screen.ts';
import HomePage, { newsOf } from './home-page.tsx';
import { byDanger, itemPath, type QueueCount, queuePath, waitingFor } from './queues.ts';

vi.mock('@orbita/client/server-clock.ts', () => ({
  serverNow: () => Date.parse('2026-01-12T10:00:00-03:00'),
  setServerTime: () => undefined,
}));

const count = (queue: QueueCount['queue'], more: Partial<QueueCount> = {}): QueueCount => ({
  queue,
  label: `Fila ${queue}`,
  count: 1,
  capped: false,
  atRisk: 0,
  late: 0,
  assigned: 0,
  mine: 0,
  oldestAt: '2026-01-12T07:00:00-03:00',
  track: [12],
  ...more,
});
const load = async () => ({ default: () => null });
const screens: Screen[] = [
  {
    path: '/documentos',
    title: 'Documentos',
    parts: [],
    queues: ['selection-documents', 'enrolment-documents'],
    queuePath: (queue) => `/documentos?fila=${queue}`,
    itemPath: (id) => `/documentos/${id}`,
    load,
  },
  {
    path: '/redacoes',
    title: 'Redações',
    parts: [],
    queues: ['essays'],
    itemPath: (id) => `/redacoes/${id}`,
    load,
  },
];

const drawn = (queues: QueueCount[], search = '') => {
  queryClient.setQueryData(['queues', search ? 'CUA01' : ''], { asOf: '2026-01-12T10:00:00-03:00', queues });
  return renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <ScreensProvider value={screens}>
        <MemoryRouter initialEntries={[`/${search}`]}>
          <HomePage />
        </MemoryRouter>
      </ScreensProvider>
    </QueryClientProvider>,
  );
};

beforeEach(() => {
  queryClient.clear();
  setMe({
    institutions: [{ code: 'CUA01', acronym: 'CUA', name: 'Alfa' }],
    parts: {},
    timeZone: 'America/Sao_Paulo',
  } as unknown as Me);
});

describe('Início', () => {
  it('starts with what is late, and shows that queue first with a link', () => {
    const page = drawn([
      count('essays', { count: 14, atRisk: 3 }),
      count('enrolment-documents', { count: 1000, capped: true, late: 2, atRisk: 5 }),
    ]);
    expect(page).toContain('2 fora do prazo, 8 perto dele');
    expect(page).toContain('1.014+ itens esperam a equipe em 2 filas.');
    expect(page.indexOf('enrolment-documents')).toBeLessThan(page.indexOf('Fila essays'));
    expect(page).toContain('href="/documentos?fila=enrolment-documents"');
    expect(page).toContain('href="/redacoes"');
    expect(page).toContain('1.000+');
    expect(page).toContain('há 3 h');
    expect(page).toContain('title="12/01/2026 às 07:00 (America/Sao_Paulo)"');
  });

  it('says how much waits on time, and when nothing waits', () => {
    expect(drawn([count('essays')])).toContain('1 à espera, dentro do prazo');
    queryClient.removeQueries({ queryKey: ['queues'] });
    const empty = drawn([count('essays', { count: 0 })]);
    expect(empty).toContain('Nada esperando por você agora.');
    expect(empty).not.toContain('<table');
  });

  it('says which queue could not be counted, and counts the others', () => {
    const page = drawn([
      count('essays', { count: null, track: [] }),
      count('enrolment-documents', { count: 3 }),
    ]);
    expect(page).toContain('Uma fila não pôde ser contada');
    expect(page).toContain('3 itens esperam a equipe em 1 fila.');
    expect(page).toContain('Não foi possível contar esta fila.');
    expect(page).toContain('Fila enrolment-documents');
    queryClient.removeQueries({ queryKey: ['queues'] });
    const nothing = drawn([
      count('essays', { count: null, track: [] }),
      count('enrolment-documents', { count: 0 }),
    ]);
    expect(nothing).not.toContain('Nada esperando por você agora.');
    expect(nothing).not.toContain('itens esperam');
  });

  it('counts only for the selected institution', () => {
    expect(drawn([count('essays', { label: 'Só da CUA' })], '?ies=CUA01')).toContain('Só da CUA');
  });

  it('shows placeholders while it counts', () => {
    const page = renderToStaticMarkup(
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <HomePage />
        </MemoryRouter>
      </QueryClientProvider>,
    );
    expect(page).toContain('skeleton');
    expect(page).toContain('Carregando…');
  });
});

describe('queues', () => {
  it('are ordered by urgency, then by how much waits', () => {
    const sorted = byDanger([
      count('essays', { count: 9 }),
      count('selection-documents', { atRisk: 1 }),
      count('enrolment-documents', { late: 1 }),
    ]);
    expect(sorted.map(({ queue }) => queue)).toEqual([
      'enrolment-documents',
      'selection-documents',
      'essays',
    ]);
  });

  it('link to their screen, and nowhere while it does not exist', () => {
    expect(queuePath('essays', screens)).toBe('/redacoes');
    expect(itemPath('enrolment-documents', 7, screens)).toBe('/documentos/7');
    expect([queuePath('essays', []), itemPath('essays', 7, [])]).toEqual([undefined, undefined]);
  });

  it('are summed in the entry of their screen', () => {
    const all = [
      count('selection-documents', { count: 6 }),
      count('enrolment-documents', { count: 37, late: 2 }),
    ];
    expect(waitingFor(screens[0]!, all)).toEqual({
      ...{ count: 43, capped: false, state: 'over', uncounted: false },
    });
    expect(waitingFor(screens[1]!, all)).toBeUndefined();
    const half = [count('selection-documents', { count: null }), count('enrolment-documents', { count: 3 })];
    expect(waitingFor(screens[0]!, half)).toMatchObject({ count: 3, uncounted: true });
    expect(waitingFor(screens[0]!, [count('selection-documents', { atRisk: 1 })])?.state).toBe('soon');
  });

  it('have announcements for late items only and for nearly late ones only', () => {
    expect(newsOf([count('essays', { late: 2 })])).toBe('2 fora do prazo');
    expect(newsOf([count('essays', { atRisk: 2 })])).toBe('2 perto do prazo');
    const unknown = count('essays', { count: null });
    expect(newsOf([unknown, count('enrolment-documents', { late: 1 })])).toBe('1 fora do prazo');
    expect(newsOf([unknown, unknown])).toBe('2 filas não puderam ser contadas');
  });
});
