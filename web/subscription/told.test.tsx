import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Told } from './told.tsx';

const drawn = ({ data, isError }: { data?: string | null; isError: boolean }) =>
  renderToStaticMarkup(
    <Told query={{ data, isError, refetch: () => undefined }}>{(told) => <p>{String(told)}</p>}</Told>,
  );

it('tells what came, that it is on its way, or that it did not come and how to ask again', () => {
  expect(drawn({ data: 'Texto', isError: false })).toBe('<p>Texto</p>');
  expect(drawn({ data: null, isError: false })).toBe('<p>null</p>');
  // What is on the screen outlives a failed refresh.
  expect(drawn({ data: 'Texto', isError: true })).toBe('<p>Texto</p>');
  expect(drawn({ isError: false })).toContain('Carregando a etapa');
  const failed = drawn({ isError: true });
  expect(failed).toContain('Não foi possível carregar estas informações.');
  expect(failed).toContain('Tentar novamente');
});
