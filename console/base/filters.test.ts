import { describe, expect, it } from 'vitest';
import { commandsOf } from '../app/commands.ts';
import { screens } from '../app/screens.ts';
import { addressOfFilter, filtersOf, queryFor, withFilter, withoutFilter } from './filters.ts';
import type { Me } from './me.ts';

const one = { name: 'Parados', screen: '/inscricoes', query: 'situacao=6' };
const other = { name: 'Ação', screen: '/inscricoes', query: 'atencao=1' };
const elsewhere = { name: 'Parados', screen: '/documentos', query: 'situacao=sent' };

describe('saved filters', () => {
  it('store only what is set', () => {
    expect(queryFor({ situacao: '5,7', atencao: '', curso: 'ADM & C' })).toBe(
      'situacao=5%2C7&curso=ADM+%26+C',
    );
    expect(queryFor({ situacao: '' })).toBe('');
  });

  it('belong to a screen, by name; one with the same name is replaced', () => {
    const kept = [one, elsewhere, other];
    expect(filtersOf(kept, '/inscricoes')).toEqual([other, one]);
    const again = { ...one, query: 'situacao=7' };
    expect(withFilter(kept, again)).toEqual([elsewhere, other, again]);
    expect(withoutFilter(kept, one)).toEqual([elsewhere, other]);
    expect(addressOfFilter(one)).toBe('/inscricoes?situacao=6');
  });

  const nobody = { session: { method: 'code', strength: null } as Me['session'], waysIn: ['code' as const] };

  it('are in the palette of people who may open their screen', () => {
    const found = (parts: Record<string, 'all'>) =>
      commandsOf(
        { ...nobody, parts, preferences: { filters: [one, elsewhere, { ...one, screen: '/fora' }] } },
        screens,
      ).filter(({ label }) => label.startsWith('Filtro '));
    expect(found({ 'subscriptions.read': 'all' })).toMatchObject([
      { label: 'Filtro Parados em Inscrições', path: '/inscricoes?situacao=6' },
    ]);
    expect(found({ 'staff.read': 'all' })).toEqual([]);
  });
});
