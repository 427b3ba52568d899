import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Loaded } from './loaded.tsx';

const drawn = ({ data, isError }: { data?: string | null; isError: boolean }) =>
  renderToStaticMarkup(
    <Loaded query={{ data, isError, refetch: () => undefined }}>{(shown) => <p>{String(shown)}</p>}</Loaded>,
  );

it('shows data, a skeleton while loading, or an error with a retry button', () => {
  expect(drawn({ data: 'Texto', isError: false })).toBe('<p>Texto</p>');
  expect(drawn({ data: null, isError: false })).toBe('<p>null</p>');
  // A failed refresh keeps the data on the screen.
  expect(drawn({ data: 'Texto', isError: true })).toBe('<p>Texto</p>');
  expect(drawn({ isError: false })).toContain('Carregando a etapa');
  const failed = drawn({ isError: true });
  expect(failed).toContain('Não foi possível carregar estas informações.');
  expect(failed).toContain('Tentar de novo');
});
