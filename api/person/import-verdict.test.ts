import { describe, expect, it } from 'vitest';
import { type Brought, type Holder, importVerdict } from './import-verdict.ts';

const HERS: Brought = {
  name: 'Ana Clara Souza',
  socialName: null,
  birthDate: '2001-01-01',
  nationality: 'BR',
  email: 'ana@exemplo.test',
  cellPhone: '31900000001',
};
const NONE = { email: false, cellPhone: false, any: false };
const holder = (change: Partial<Holder> = {}): Holder => ({
  ...HERS,
  claimed: true,
  rooted: false,
  proved: NONE,
  applied: false,
  ...change,
});
const proved = { email: true, cellPhone: false, any: true };
const kindOf = (change: Partial<Holder>, brought: Partial<Brought> = {}) => {
  const verdict = importVerdict(holder(change), { ...HERS, ...brought });
  return verdict.kind === 'write' ? `write${verdict.end ? ' and end' : ''}` : verdict.kind;
};
const other = { email: 'outra@exemplo.test' };
const noContacts = { email: null, cellPhone: null };

describe('S31 importing a document that somebody already has', () => {
  it.each<[string, Partial<Holder>, Partial<Brought>, string]>([
    ['nobody uses the account', { claimed: false }, {}, 'write'],
    ['nobody uses it, another contact', { claimed: false }, other, 'write and end'],
    ['nobody uses it, a missing contact', { claimed: false, cellPhone: null }, {}, 'write'],
    ['all comes from the institution', { rooted: true }, {}, 'write'],
    ['all comes from it, another contact', { rooted: true }, other, 'write and end'],
    ['all comes from it, another person', { rooted: true }, { name: 'Bruno Lima' }, 'case'],
    ['nobody uses it, another name', { claimed: false, rooted: true }, { name: 'Bruno Lima' }, 'write'],
    ['a stranger proved nothing', {}, other, 'write and end'],
    ['a stranger typed the very contacts', {}, {}, 'write and end'],
    ['a stranger with another name', { name: 'Bruno Lima', birthDate: '1990-01-01' }, {}, 'write and end'],
    ['she proved the contact brought', { proved }, {}, 'hers'],
    ['she proved one, another phone is brought', { proved }, { cellPhone: '31977776666' }, 'hers'],
    ['she proved one, married since', { proved }, { name: 'Ána Souza Lima' }, 'hers'],
    ['she proved one, nothing of contacts', { proved }, noContacts, 'hers'],
    ['she proved another contact', { proved }, { ...other, cellPhone: null }, 'case'],
    ['she proved it, another birth date', { proved }, { birthDate: '2002-02-02' }, 'case'],
    ['she proved it, another first name', { proved }, { name: 'Beatriz Souza' }, 'case'],
    ['she proved it although all came from the institution', { proved, rooted: true }, other, 'case'],
    ['used, and the contact that was typed', { applied: true }, {}, 'write and end'],
    ['used, and another contact', { applied: true }, other, 'case'],
    ['used, and another person', { applied: true }, { birthDate: '2002-02-02' }, 'case'],
    ['no contacts and nothing new', {}, noContacts, 'nothing'],
    ['no contacts and another name', {}, { ...noContacts, name: 'Bruno Lima' }, 'case'],
  ])('S31 %s', (_name, change, brought, kind) => {
    expect(kindOf(change, brought)).toBe(kind);
  });

  it("S31 an unproven contact never identifies the account's owner, whatever else matches", () => {
    for (const applied of [true, false])
      for (const claimed of [true, false]) expect(kindOf({ applied, claimed })).not.toBe('hers');
  });
});
