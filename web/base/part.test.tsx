import { type ComponentType, Suspense } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, it, vi } from 'vitest';
import { part } from './part.tsx';

const styles = vi.hoisted(() => ({ missing: false, asked: 0 }));
vi.mock('./chunk-styles.ts', () => ({
  missesStyles: () => styles.missing,
  loadMissingStyles: async () => {
    styles.asked += 1;
  },
}));
beforeEach(() => Object.assign(styles, { missing: false, asked: 0 }));

const Greeting = ({ name }: { name: string }) => <p>Olá, {name}</p>;
const drawn = (Shown: ComponentType<{ name: string }>) =>
  renderToStaticMarkup(
    <Suspense fallback="Carregando">
      <Shown name="Ana" />
    </Suspense>,
  );

it('a part waits until its file was fetched, and is then drawn at once', async () => {
  const load = vi.fn(async () => ({ default: Greeting }));
  const Shown = part(load);
  expect([drawn(Shown), Shown.isThere()]).toEqual(['Carregando', false]);
  await Shown.fetch();
  expect([drawn(Shown), Shown.isThere()]).toEqual(['<p>Olá, Ana</p>', true]);
});

it('R13: a part is not drawn at once while a style is missing, which is requested first', async () => {
  const Shown = part(async () => ({ default: Greeting }));
  await Shown.fetch();
  expect(styles.asked).toBe(1);
  styles.missing = true;
  expect([drawn(Shown), Shown.isThere()]).toEqual(['Carregando', false]);
});

it('R13: a file that could not be prefetched is loaded again when its part is drawn', async () => {
  const load = vi.fn(async () => ({ default: Greeting })).mockRejectedValueOnce(new Error('gone'));
  const Shown = part(load);
  await expect(Shown.fetch()).rejects.toThrow('gone');
  expect([drawn(Shown), Shown.isThere()]).toEqual(['Carregando', false]);
  await Shown.fetch();
  expect(drawn(Shown)).toBe('<p>Olá, Ana</p>');
});
