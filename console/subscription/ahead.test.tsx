import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter, Route, Routes } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../base/query.ts';
import ApplicationPage from './application-page.tsx';

const { asked, ask } = vi.hoisted(() => {
  const asked: string[] = [];
  const ask = (key: string) => {
    asked.push(key);
    return new Promise(() => undefined);
  };
  return { asked, ask };
});
vi.mock('../base/api.ts', async (original) => ({
  ...(await original<typeof import('../base/api.ts')>()),
  call: ask,
  reading: (key: string) => () => ask(key),
}));

const draw = (id: string) =>
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[`/inscricoes/${id}`]}>
        <Routes>
          <Route path="/inscricoes/:id" element={<ApplicationPage />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );

beforeEach(() => {
  queryClient.clear();
  asked.length = 0;
});

it('requests actions and timeline before the application is known, once (spec 25.21)', () => {
  draw('5001');
  draw('5001');
  expect(asked.toSorted()).toEqual([
    'GET /operations/subscriptions/{id}/actions',
    'GET /operations/subscriptions/{id}/timeline',
  ]);
});

it('requests nothing where the address names no application', () => {
  draw('nada');
  expect(asked).toEqual([]);
});
