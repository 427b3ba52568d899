import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { diffCatalogues } from './diff.ts';
import { readFolder } from './folder.ts';
import { graveOf } from './grave.ts';
import type { Catalogue } from './model.ts';
import { parseCatalogue } from './parse.ts';

/** What an insider could change alone, and what the team changes every day (spec 25.4.4). */
const { catalogue } = parseCatalogue(readFolder(join(import.meta.dirname, '../../catalogue/alfa')));
if (!catalogue) throw new Error('The demo is wrong');
const current: Catalogue = catalogue;
const first = <T>([one]: readonly T[]): T => one as T;
const institution = ({ institutions }: Catalogue) => first(institutions);

const graveAfter = (change: (all: Catalogue) => void, today = '') => {
  const wanted = structuredClone({ ...current, assets: [] });
  change(wanted);
  const plan = diffCatalogues({ ...current, assets: [] }, wanted);
  return { changes: plan.changes, grave: graveOf(current, plan, { titles: new Map(), today }) };
};

describe('S37: what a candidate signs, pays or is told', () => {
  const GRAVE: [string, (all: Catalogue) => void][] = [
    [
      'a copy of the contract, and an offer that refers to it',
      ({ offers, contracts }) => {
        contracts.push({ ...first(contracts), code: 'COPIA' });
        Object.assign(first(offers), { contract: 'COPIA' });
      },
    ],
    ['no contract for an offer', ({ offers }) => Object.assign(first(offers), { contract: null })],
    ['the kind of an offer', ({ offers }) => Object.assign(first(offers), { type: 4 })],
    [
      'the way in of an offer',
      ({ offers, ingressModes }) =>
        Object.assign(first(offers), {
          ingressMode: ingressModes.find(({ kind }) => kind === 'document-analysis')?.code,
        }),
    ],
    [
      'what a way in demands',
      ({ ingressModes }) => Object.assign(first(ingressModes), { kind: 'document-analysis' }),
    ],
    [
      'a course less in an offer',
      ({ offers }) => void offers.find((one) => one.courses.length > 1)?.courses.pop(),
    ],
    [
      'another course in an offer',
      ({ courses, offers, prices }) => {
        courses.push({ ...first(courses), code: 'OUTRO' });
        const [one] = first(offers).courses;
        if (one) first(offers).courses.push({ ...one, course: 'OUTRO' });
        prices.push({ ...first(prices), code: 'P-OUTRO', course: 'OUTRO' });
      },
    ],
    [
      'a new offer with the contract of another one',
      ({ offers }) => offers.push({ ...first(offers), code: 'NOVA' }),
    ],
    [
      'an offer that goes, which could return with something else',
      (all) => {
        const { code } = first(all.offers);
        const others = <T extends { offer: string }>(list: T[]) => list.filter(({ offer }) => offer !== code);
        all.offers.shift();
        Object.assign(all, { classes: others(all.classes), schedules: others(all.schedules) });
      },
    ],
    ['the name of a course', ({ courses }) => Object.assign(first(courses), { name: 'Medicina' })],
    ['the duration of a course', ({ courses }) => Object.assign(first(courses), { duration: 'Pague à Ana' })],
    ['the name of an institution', (all) => Object.assign(institution(all), { name: 'Faculdade do Zé' })],
    ['the address of a pole', ({ poles }) => Object.assign(first(poles), { address: 'Rua Dois, 2' })],
    ['the name of a plan', ({ prices }) => Object.assign(first(prices), { description: 'Pague à Ana' })],
    ['holidays without end', ({ tenant }) => tenant.holidays.push('2026-03-02')],
    ['the time to pay', (all) => Object.assign(institution(all).parameters, { PaymentDeadlineDays: 365 })],
    [
      'help that says more',
      ({ support }) => Object.assign(first(support), { description: 'Fale com a Ana.' }),
    ],
    ['the first message to the help', ({ support }) => Object.assign(first(support), { message: 'Olá!' })],
    [
      'a video of welcome',
      (all) => Object.assign(institution(all), { introductionVideo: 'https://youtu.be/bbbbbbbbbbb' }),
    ],
    [
      'a Pix key in the text of a course',
      ({ courses }) => Object.assign(first(courses), { description: 'Reserve já: pix 31 99999-0000' }),
    ],
    [
      'a link in the help of a document',
      ({ documentSets }) => Object.assign(first(first(documentSets).items), { help: 'Envie em mal.test/rg' }),
    ],
    [
      'an e-mail address in the text of a theme',
      ({ essayThemes }) => first(essayThemes).texts.push('Envie a redação a ana@mal.test.'),
    ],
    [
      'a phone number where a class meets',
      ({ classes }) => Object.assign(first(classes), { place: 'Sala 2, pergunte em 31 9 9999 0000' }),
    ],
  ];
  it.each(GRAVE)('S37 needs a second person: %s', (_what, change) => {
    const { changes, grave } = graveAfter(change);
    expect(changes).not.toEqual([]);
    const named = new Set(grave.map(({ kind, code }) => `${kind} ${code}`));
    // What only hangs on something else, such as the classes of an offer that goes, is not named.
    const own = changes.filter(({ kind }) => kind !== 'classes' && kind !== 'schedules');
    for (const { kind, code } of own.length > 0 ? own : changes) expect(named).toContain(`${kind} ${code}`);
  });

  it('S37 is shown as a whole where an entry returns that had gone', () => {
    const { code } = first(current.offers);
    const { grave } = graveAfter(({ offers }) => {
      const one = first(offers);
      offers.shift();
      offers.push({
        ...one,
        code: 'VOLTA',
        contract: null,
        parameters: { GuardianAcceptanceMode: 'declared' },
      });
    });
    expect(grave).toMatchObject([
      {
        label: 'Passa a valer (oferta VOLTA)',
        touches: 'money',
        before: null,
        after: expect.arrayContaining([
          'Contrato: Em branco',
          'Como o responsável aceita o contrato: declared',
        ]),
      },
      {
        label: `Deixa de valer (oferta ${code})`,
        before: expect.arrayContaining([expect.stringMatching(/^Contrato: CT/)]),
      },
    ]);
  });

  it('S37 is shown line by line in the text of a contract', () => {
    const text = (all: Catalogue, change: (lines: string[]) => string[]) => {
      const contract = first(all.contracts);
      Object.assign(contract, { html: change(contract.html.split('\n')).join('\n') });
    };
    const { html, code } = first(current.contracts);
    const lines = html.split('\n');
    const shown = (change: (lines: string[]) => string[]) => graveAfter((all) => text(all, change)).grave;
    const label = `Texto do contrato, só as linhas que mudam (contrato ${code})`;
    expect(shown((all) => all.with(3, '<p>Pague à Ana.</p>'))).toMatchObject([
      { label, before: [lines[3]], after: ['<p>Pague à Ana.</p>'] },
    ]);
    expect(shown((all) => all.toSpliced(3, 1))).toMatchObject([
      { label, before: [lines[3]], after: ['Nada'] },
    ]);
    expect(shown((all) => all.toSpliced(3, 0, '<p>Mais.</p>'))).toMatchObject([
      { label, before: ['Nada'], after: ['<p>Mais.</p>'] },
    ]);
    expect(shown((all) => [...all, ...all])).toMatchObject([
      { label, before: ['Nada'], after: expect.any(Array) },
    ]);
    const moved = shown((all) => all.with(2, all[3] ?? '').with(3, all[2] ?? ''));
    expect(moved).toMatchObject([{ before: lines.slice(2, 4), after: lines.slice(2, 4).reverse() }]);
  });

  it('S37 needs a second person where an intake that is over opens again, and none where one goes on', () => {
    const { end } = first(current.intakes);
    const until = (day: string, today: string) =>
      graveAfter(({ intakes }) => Object.assign(first(intakes), { end: day }), today).grave;
    const later = `${Number(end.slice(0, 4)) + 1}-12-30`;
    const after = `${Number(end.slice(0, 4)) + 1}-01-01`;
    expect(until(later, after)).toMatchObject([
      { field: 'end', touches: 'money', before: [end], after: [later] },
    ]);
    expect(until(after, after)).toHaveLength(1);
    expect(until(later, end)).toEqual([]);
    expect(until(after, later)).toEqual([]);
  });

  it('S37 names a place that comes or goes, and no seats', () => {
    const { grave } = graveAfter(({ offers }) => {
      const { poles } = first(first(offers).courses);
      poles.reverse();
      Object.assign(first(poles), { vacancies: 9 });
      poles.pop();
    });
    expect(grave).toMatchObject([
      { field: 'courses', label: expect.stringMatching(/^Cursos e polos \(oferta /) },
    ]);
    expect(JSON.stringify(grave)).not.toMatch(/vacancies|9"/);
  });
});

describe('S37: what changes in daily work', () => {
  const HARMLESS: [string, (sections: Catalogue) => void][] = [
    [
      'the text of a course',
      ({ courses }) => Object.assign(first(courses), { description: 'De novo outro' }),
    ],
    ['seats', ({ offers }) => Object.assign(first(first(first(offers).courses).poles), { vacancies: 77 })],
    ['an offer that closes', ({ offers }) => Object.assign(first(offers), { active: false })],
    ['the end of an intake', ({ intakes }) => Object.assign(first(intakes), { end: '2026-12-15' })],
    [
      'the room of a class',
      ({ classes }) => Object.assign(first(classes), { place: 'Sala 3, até 02/03/2026' }),
    ],
    ['a class that goes', ({ classes }) => void classes.pop()],
    ['the essay of an offer', ({ offers }) => Object.assign(first(offers), { requiresClass: true })],
  ];
  it.each(HARMLESS)('S37 is written at once: %s', (_what, change) => {
    const { changes, grave } = graveAfter(change);
    expect([changes.length > 0, grave]).toEqual([true, []]);
  });
});
