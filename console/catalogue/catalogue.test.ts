import { PARAMETERS } from '@orbita/domain/tenancy';
import { describe, expect, it } from 'vitest';
import { copyOf, movedDay, nextName, raised } from './copy.ts';
import { draftOf, fieldOfError, fieldsOf, setOf } from './form.ts';
import { codeOf, offerEdits, standingIn } from './offer-template.ts';
import type { Row } from './queries.ts';
import {
  draftOfSettings,
  ELSEWHERE,
  editsOf,
  nameOf,
  SETTING_GROUPS,
  SETTINGS,
  settingOfError,
} from './settings.ts';
import { shownAmount, spread, typedAmount, valueText } from './values.ts';
import { verdictsOf } from './verdicts.ts';

const row = (kind: string, code: string, amount: number | null = null): Row => ({
  ...{ kind, code, title: code, institution: 'I1', intake: '2026-1', offer: null, open: null, reason: null },
  ...{ from: null, to: null, taken: null, total: null, amount },
});

it('an edit sets what differs, and nothing where everything was typed back', () => {
  const offer = {
    active: true,
    warningPopup: null,
    courses: [{ course: 'C', poles: [{ pole: 'P', vacancies: 50 }] }],
  };
  const fields = fieldsOf('offers', offer);
  const before = draftOf(fields, offer);
  expect(setOf('offers', fields, before, offer)).toEqual({});
  expect(setOf('offers', fields, { ...before, active: 'false', 'seats:C/P': '60' }, offer)).toEqual({
    active: false,
    courses: [{ course: 'C', poles: [{ pole: 'P', vacancies: 60 }] }],
  });
  expect(fieldOfError('edits.0.set.courses.0.poles.0.vacancies', offer)).toBe('seats:C/P');
});

it('a price changes at once, or from a day on', () => {
  const price = { plan: [400, 400], discount: 0, conditionalDiscount: 40, next: null };
  const fields = fieldsOf('prices', price);
  const before = draftOf(fields, price);
  expect(setOf('prices', fields, { ...before, plan: '420,00' }, price)).toEqual({ plan: [420, 420] });
  expect(setOf('prices', fields, { ...before, plan: '420,00', nextFrom: '2026-01-20' }, price)).toEqual({
    next: { from: '2026-01-20', plan: [420, 420], discount: 0, conditionalDiscount: 40 },
  });
});

it('amounts are read and shown as people write them', () => {
  expect(['1.234,50', '400', '0,5', '1,234', '400.00', 'x', '-1'].map(typedAmount)).toEqual([
    ...[1234.5, 400, 0.5, undefined, undefined, undefined, undefined],
  ]);
  expect(shownAmount(1234.5)).toBe('1.234,50');
  expect([valueText('plan', [400, 400]), valueText('end', '2026-02-13'), valueText('active', false)]).toEqual(
    [...['2 × 400,00', '13/02/2026', 'Não']],
  );
});

it('the next intake is named after the next half-year and keeps the weekdays', () => {
  expect(['2026-1', '2026/2', 'VEST-2026', 'VERAO'].map(nextName)).toEqual([
    ...['2026-2', '2027/1', 'VEST-2027', 'VERAO-2'],
  ]);
  expect(new Date(movedDay('2026-02-13', 26)).getUTCDay()).toBe(new Date('2026-02-13').getUTCDay());
  const prices = [row('prices', 'A', 400), row('prices', 'B', 100)];
  const draft = {
    ...{
      code: '2026-2',
      weeks: 26,
      rename: '2026-2',
      start: '2026-07-01',
      end: '2026-08-01',
      classStart: '',
    },
    ...{
      amounts: raised([row('prices', 'A', 400)], 5),
      without: new Set(['O2']),
      vouchers: new Set<string>(),
    },
  };
  const rows = { offers: [row('offers', 'O1'), row('offers', 'O2')], classes: [], schedules: [], prices };
  expect(copyOf({ institution: 'I1', intake: '2026-1', rows }, draft)).toMatchObject({
    rename: { from: '2026-1', to: '2026-2' },
    classStart: null,
    offers: ['O1'],
    prices: [{ code: 'A', value: 420 }],
  });
});

describe('settings', () => {
  const all = SETTING_GROUPS.flatMap((group) => SETTINGS[group]);
  it('are all those a college may set, each once, in plain words', () => {
    const shown = all.flatMap(({ path }) => (path.startsWith('parameters.') ? [path.slice(11)] : []));
    expect([...shown, ...ELSEWHERE].toSorted()).toEqual(Object.keys(PARAMETERS).toSorted());
    for (const { path, label, effect } of all) expect([path, label === path, effect]).not.toContain('');
    for (const { path, label } of all) expect(label).not.toBe(path);
    expect(new Set(all.map(nameOf)).size).toBe(all.length);
  });
  it('become edits of the entries they belong to; an empty one falls back to the level above', () => {
    const entries = {
      institutions: {
        name: 'Alfa',
        parameters: { ClaimMinutes: 20, MinInstallmentAmount: 50 },
        payment: { receiver: { name: 'Alfa', city: 'BH', document: '1' }, pix: true },
        mail: { fromName: null },
      },
      tenant: { parameters: {}, holidays: [] },
    };
    const codes = { institutions: 'CUA01', tenant: 'alfa' };
    const typed = {
      'institutions.parameters.ClaimMinutes': '',
      'institutions.parameters.MinInstallmentAmount': '1.050,50',
      'institutions.payment.receiver.city': 'Contagem',
      'institutions.mail.fromName': 'Secretaria',
      'tenant.holidays': '2026-06-24, 2026-06-29',
      'tenant.parameters.StaffDigestHour': '8',
      'institutions.name': 'Alfa',
      'hosts.parameters.CodeLoginEnabled': 'true',
    };
    const edits = editsOf(all, typed, entries, codes);
    expect(edits).toContainEqual({
      kind: 'institutions',
      code: 'CUA01',
      set: {
        mail: { fromName: 'Secretaria' },
        payment: { receiver: { name: 'Alfa', city: 'Contagem', document: '1' } },
        parameters: { MinInstallmentAmount: 1050.5, ClaimMinutes: null },
      },
    });
    expect(edits).toContainEqual({
      kind: 'tenant',
      code: 'alfa',
      set: { holidays: ['2026-06-24', '2026-06-29'], parameters: { StaffDigestHour: 8 } },
    });
    expect(edits).toHaveLength(2);
    expect(settingOfError('edits.0.set.parameters.X', edits)).toBe(`${edits[0]?.kind}.parameters.X`);
    const none = Object.fromEntries(
      ['name', 'city', 'document'].map((one) => [`institutions.payment.receiver.${one}`, '']),
    );
    expect(editsOf(all, none, entries, codes)[0]?.set).toEqual({ payment: { receiver: null } });
  });
  it('are formatted for people, and a plan names only those that differ', () => {
    const shown = draftOfSettings(all, { institutions: { parameters: { EnemMinAverage: 450.5 } } });
    expect(shown['institutions.parameters.EnemMinAverage']).toBe('450,5');
    const details = [
      { field: 'parameters', before: { A: 1, ClaimMinutes: 20 }, after: { A: 1, ClaimMinutes: 30 } },
    ];
    expect(spread(details)).toEqual([{ field: 'ClaimMinutes', before: 20, after: 30 }]);
  });
});

describe('a brand', () => {
  it.each([
    ['#3B82F6', /^Ajustada para #[0-9A-F]{6}: com texto branco dava 3,6$/],
    ['#F2C94C', /^Texto escuro: com branco dava 1,5$/],
    ['#0B5394', /^Passa$/],
  ])('of %s is checked and explained in words', (primary, said) => {
    const [button, links] = verdictsOf({ primary, secondary: '#c59559', link: primary });
    expect(button?.did).toMatch(said);
    for (const side of [button, links]) {
      expect(Number(side?.sides.light.ratio.replace(',', '.'))).toBeGreaterThanOrEqual(4.5);
      expect(Number(side?.sides.dark.ratio.replace(',', '.'))).toBeGreaterThanOrEqual(4.5);
    }
  });
});

describe('a first offer', () => {
  const draft = {
    ...{ course: 'Gestão Pública', modality: 'EaD', ingress: 'online-essay', pole: 'Campus Centro' },
    ...{ city: '3106200', intake: '2026-1', start: '2026-01-01', end: '2026-03-01', classStart: '' },
    ...{ vacancies: '40', installments: '6', value: '1.300,50' },
  };
  const of = { institution: 'NOVA', contract: '<p>Texto</p>' };
  it('comes with everything it depends on, and reuses what exists', () => {
    const edits = offerEdits(draft, of, new Set());
    expect(edits.map(({ kind, code }) => `${kind} ${code}`)).toEqual([
      'poles CAMPUS-CENTRO',
      'courses GESTAO-PUBLICA',
      'intakes NOVA/2026-1',
      'ingressModes REDACAO-ONLINE',
      'essayThemes MODELO',
      'contracts MODELO',
      'documentSets MODELO',
      'offers GESTAO-PUBLICA-2026-1',
      'prices P-GESTAO-PUBLICA-2026-1',
    ]);
    expect(edits.at(-1)?.set).toMatchObject({ installments: 6, value: 1300.5 });
    const there = standingIn(
      [
        { field: 'edits.0.code', message: 'CAMPUS-CENTRO já existe.' },
        { field: 'edits.7.code', message: 'GESTAO-PUBLICA-2026-1 já existe.' },
      ],
      edits,
    );
    expect(there).toEqual(['poles CAMPUS-CENTRO']);
    expect(offerEdits(draft, of, new Set(there))).toHaveLength(8);
    // A scheduled test needs no theme, and gets its slots on the offer's page.
    const test = offerEdits({ ...draft, ingress: 'scheduled-test' }, of, new Set());
    expect(test.map(({ kind }) => kind)).not.toContain('essayThemes');
    expect(test.find(({ kind }) => kind === 'ingressModes')?.set).toMatchObject({ kind: 'scheduled-test' });
    expect(codeOf(`${'ç'.repeat(60)}!`)).toBe('C'.repeat(34));
  });
});
