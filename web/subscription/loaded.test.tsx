import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Loaded } from './loaded.tsx';

const drawn = ({ data, isLoadingError }: { data?: string | null; isLoadingError: boolean }) =>
  renderToStaticMarkup(
    <Loaded query={{ data, isLoadingError, refetch: () => undefined }}>
      {(shown) => <p>{String(shown)}</p>}
    </Loaded>,
  );

it('shows data, a skeleton while loading, or an error with a retry button', () => {
  expect(drawn({ data: 'Texto', isLoadingError: false })).toBe('<p>Texto</p>');
  expect(drawn({ data: null, isLoadingError: false })).toBe('<p>null</p>');
  // A failed refresh keeps the data on the screen.
  expect(drawn({ data: 'Texto', isLoadingError: true })).toBe('<p>Texto</p>');
  expect(drawn({ isLoadingError: false })).toContain('Carregando a etapa');
  const failed = drawn({ isLoadingError: true });
  expect(failed).toContain('Não foi possível carregar estas informações.');
  expect(failed).toContain('Tentar de novo');
});
