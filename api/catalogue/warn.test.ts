import { describe, expect, it } from 'vitest';
import { add, at, type Given, places, readWhole, set } from '../../testing/whole-catalogue.ts';
import { saidOf } from './said.ts';
import { type Installation, warningsOf } from './warn.ts';

const NOW = new Date('2026-01-10T12:00:00-03:00');
const everything: Installation = { now: NOW, examScores: true, serves: () => true };
const onlyPix: Installation = { ...everything, examScores: false, serves: (_, method) => method === 'pix' };

const payment = (more: Record<string, unknown> = {}) =>
  set('institutions', 'payment', { pixKey: 'a@b.test', ...more });
const all =
  (...changes: ((given: Given) => unknown)[]) =>
  (given: Given) => {
    for (const change of changes) change(given);
  };
const card = { acquirersConfig: [{ provider: 'cielo', merchantId: '1' }] };
const mode = (kind: string) => set('ingressModes', 'kind', kind, 1);
const warned = (change: (given: Given) => unknown, installation = everything) => {
  const { catalogue, problems } = readWhole(all(payment(), change));
  expect(problems).toEqual([]);
  const found = warningsOf(catalogue, installation);
  // Next to a form, people read them.
  for (const { message } of found)
    expect(saidOf(message)).toMatch(/^(?!.*\b(?:is|the|has|cannot)\b)\p{Lu}.*\.$/u);
  return found.map(({ spot, message }) => `${spot.kind}[${spot.index}] ${spot.path.join('.')}: ${message}`);
};

describe('warnings of a valid catalogue (spec 17.4)', () => {
  it('there are none where everything announced can be finished', () => {
    expect(warned(() => undefined)).toEqual([]);
    expect(warned(() => undefined, onlyPix)).toEqual([]);
    expect(warned(mode('scheduled-test'))).toEqual([]);
    expect(warned(set('offers', 'requiresClass', true))).toEqual([]);
  });

  it.each<[string, (given: Given) => unknown, Installation, string[]]>([
    [
      'a card without an acquirer here',
      payment(card),
      onlyPix,
      [
        'institutions[0] payment.creditCard: this installation cannot take payment by card: candidates read that it is not available',
      ],
    ],
    [
      'a slip and automatic Pix without a bank here',
      payment({
        variant: 'onlySubscriptionWithRecurrence',
        automaticPix: true,
        slipAgreement: { bank: '077', agreement: '1', wallet: '1' },
      }),
      onlyPix,
      [
        'institutions[0] payment.slip: this installation cannot take payment by slip: candidates read that it is not available',
        'institutions[0] payment.automaticPix: this installation cannot take payment by automatic Pix: candidates read that it is not available',
      ],
    ],
    [
      'automatic Pix in a variant without recurrence',
      payment({ automaticPix: true }),
      everything,
      [
        'institutions[0] payment.automaticPix: is not shown to candidates: it needs pixKey and a variant with recurrence',
      ],
    ],
    [
      'no way to pay',
      payment({ pixKey: null }),
      everything,
      ['institutions[0] payment: candidates of this institution have no way to pay'],
    ],
    [
      'ENEM scores that nobody looks up',
      all(mode('exam-score'), set('institutions', 'parameters', { EnemCheckEnabled: true })),
      onlyPix,
      [
        'offers[0] ingressMode: this installation looks up no ENEM scores (ORBITA_EXAM_SCORE_URL): each one needs a decision',
      ],
    ],
    [
      'ENEM scores that are switched off',
      mode('exam-score'),
      everything,
      ['offers[0] ingressMode: candidates do not see it: EnemCheckEnabled is not set for the institution'],
    ],
    [
      'an analysis of nothing',
      mode('document-analysis'),
      everything,
      ['offers[0] ingressMode: documents are analysed, but the offer asks for none of stage selection'],
    ],
    [
      'a test of yesterday',
      all(mode('scheduled-test'), set('schedules', 'at', '2026-01-09T09:00:00-03:00')),
      everything,
      ['offers[0] courses.0.poles.0.pole: no test is scheduled at P1 from now on'],
    ],
    [
      'a test and a class at one place of two',
      all(
        mode('scheduled-test'),
        add('poles', { code: 'P3' }),
        places(['C1', 'P1', 'P3']),
        set('offers', 'requiresClass', true),
      ),
      everything,
      [
        'offers[0] courses.0.poles.1.pole: no test is scheduled at P3 from now on',
        'offers[0] courses.0.poles.1.pole: a class is required, but P3 has none',
      ],
    ],
    [
      'prices of another place and kind',
      all(set('prices', 'kind', 'total'), set('offers', 'contract', null)),
      everything,
      [
        'offers[0] : without a contract nobody gets as far as the payment',
        'offers[0] courses.0.poles.0.pole: C1 at P1 has no price that can be paid',
      ],
    ],
    [
      'a fee without a price',
      all(set('offers', 'type', 4), set('offers', 'requiredSchooling', null)),
      everything,
      ['offers[0] courses.0.poles.0.pole: C1 at P1 has no price of the application fee'],
    ],
  ])('%s', (_, change, installation, expected) => {
    expect(warned(change, installation)).toEqual(expected);
  });

  it('an inactive offer gets none, and their number is limited', () => {
    expect(warned(all(set('prices', 'kind', 'total'), set('offers', 'active', false)))).toEqual([]);
    const many = (given: Given) => {
      at(given, 'prices').kind = 'total' as never;
      for (let n = 0; n < 600; n++) given.offers?.push({ ...at(given, 'offers'), code: `O${n + 2}` });
    };
    expect(warned(many)).toHaveLength(500);
  });
});
