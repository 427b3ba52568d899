import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { ListTable } from './list-table.tsx';

type Row = { id: string };

/** A list as its page renders it. */
const drawn = (rows: readonly Row[] | undefined, partial: boolean) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <ListTable<Row>
        list={{
          error: undefined,
          retry: () => undefined,
          partial,
          onPrevious: undefined,
          onNext: () => undefined,
          pageSize: 25,
          onPageSize: () => undefined,
        }}
        steady={{ rows, changed: new Set(), count: 0, update: () => undefined }}
        caption="Inscrições"
        columns={[{ key: 'id', title: 'Número', cell: ({ id }) => id }]}
        idOf={({ id }) => id}
        empty={<p>Nada com estes filtros.</p>}
      />
    </MemoryRouter>,
  );

it('an incomplete page says so below its rows, with a link to continue', () => {
  const some = drawn([{ id: 'A1' }], true);
  expect(some).toMatch(/A1.*Mostrando o que foi encontrado até aqui\..*Continuar procurando/);
});

it('an incomplete page without rows never says that there are none', () => {
  const none = drawn([], true);
  expect(none).toMatch(/Nada encontrado até aqui\..*Continuar procurando/);
  expect(none).not.toContain('Nada com estes filtros.');
});

it.each([
  ['a list that was looked through', [], false],
  ['a list that still loads', undefined, false],
  ['a full page', [{ id: 'A1' }], false],
] as const)('%s shows no such notice', (_what, rows, partial) => {
  expect(drawn(rows, partial)).not.toMatch(/até aqui|Continuar procurando/);
});
