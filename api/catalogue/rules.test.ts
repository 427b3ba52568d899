// Longer than other files: each rule of a catalogue has one broken example, all derived from the same valid one.
import { describe, expect, it } from 'vitest';
import {
  add,
  at,
  BASE,
  type Given,
  type Part,
  places,
  readWhole,
  set,
} from '../../testing/whole-catalogue.ts';
import { parseCatalogue } from './parse.ts';

const problemsOf = (change: (given: Given) => unknown) =>
  readWhole(change).problems.map(({ path, message }) => `${path}: ${message}`);

describe('rules between the entries of a catalogue', () => {
  it('find nothing in a valid one', () => {
    expect(readWhole().problems).toEqual([]);
    // Limits may be reached, and entries that differ may coexist.
    for (const change of [
      add('prices', { code: 'V2', plan: [100, 50, 50] }),
      add('prices', { code: 'V2', kind: 'semester' }),
      add('prices', { code: 'V2', pole: 'P1' }),
      add('vouchers', { code: 'CUPOM2' }),
      add('documentSets', { code: 'D2' }),
      set('classes', 'startTime', null),
      set('classes', 'endTime', null),
      set('offers', 'parameters', { EssayMinWords: 100, EssayMaxWords: 100 }),
      places(['C1', 'P1']),
      set('institutions', 'payment', {
        ...{ creditCard: true, cardProvider: 'cielo' },
        acquirersConfig: ['pagarme', 'cielo'].map((provider) => ({ provider, merchantId: '1' })),
      }),
      (given: Given) => Object.assign(at(given, 'offers'), { ingressMode: 'M1', essayThemes: [] }),
    ])
      expect(problemsOf(change)).toEqual([]);
  });

  it('report what is missing for slips by files, and that an agreement has one owner', () => {
    const slips = {
      ...{ slipProvider: 'cnab', slipAgreement: { bank: '001', agreement: '2874611', wallet: '17' } },
      cnab: { layout: 'bb-7', bankName: 'Banco', agency: '1234', account: '56789', lastNumber: 999 },
      receiver: { name: 'ALFA', city: 'BH', document: '12ABC34501DE35' },
    };
    const payment = (change: object) => set('institutions', 'payment', { ...slips, ...change });
    expect(problemsOf(payment({}))).toEqual([]);
    expect(problemsOf(payment({ cnab: null }))).toEqual([
      'institutions[0].payment.cnab: Informe os dados da conta para boletos por arquivo (CNAB 240).',
    ]);
    expect(problemsOf(payment({ slipAgreement: { ...slips.slipAgreement, bank: '237' } }))).toEqual([
      'institutions[0].payment.cnab.layout: O formato bb-7 é do banco 001, não do 237.',
    ]);
    expect(problemsOf(payment({ cnab: { ...slips.cnab, agency: '12-3' } }))).toEqual([
      'institutions[0].payment.cnab.agency: use só números, sem traço nem dígito verificador',
    ]);
    const both = (given: Given) => {
      payment({})(given);
      set('institutions', 'payment', slips, 1)(given);
    };
    expect(problemsOf(both)).toEqual([
      'institutions[1].payment.slipAgreement: O convênio 2874611 já é da instituição I1.',
    ]);
  });

  it.each<[string, (given: Given) => unknown, string[]]>([
    [
      'a host of nobody',
      set('hosts', 'institution', 'I9'),
      ['hosts[0].institution: institutions has no I9; did you mean I1?'],
    ],
    [
      'a social sign-in that returns to another host',
      set('hosts', 'social', {
        google: { clientId: 'c', redirectUrl: '/volta' },
        linkedin: { clientId: 'c', redirectUrl: 'https://um.test/volta' },
        facebook: { clientId: 'c', redirectUrl: 'https://um.test.mal.test/volta' },
      }),
      ['hosts[0].social.facebook.redirectUrl: must be on um.test'],
    ],
    [
      'a pole of nobody',
      set('poles', 'institution', 'XX', 1),
      ['poles[1].institution: institutions has no XX'],
    ],
    [
      'a course of nobody',
      set('courses', 'institution', 'XX', 1),
      ['courses[1].institution: institutions has no XX'],
    ],
    [
      'an intake of nobody',
      set('intakes', 'institution', 'XX', 1),
      ['intakes[1].institution: institutions has no XX'],
    ],
    [
      'an offer without its way in',
      set('offers', 'ingressMode', 'XX'),
      ['offers[0].ingressMode: ingressModes has no XX'],
    ],
    [
      'an offer without its contract',
      set('offers', 'contract', 'XX'),
      ['offers[0].contract: contracts has no XX'],
    ],
    [
      'an offer without its papers',
      set('offers', 'documents', 'XX'),
      ['offers[0].documents: documentSets has no XX'],
    ],
    [
      'an offer without its questions',
      set('offers', 'questionnaire', 'XX'),
      ['offers[0].questionnaire: questionnaires has no XX'],
    ],
    [
      'an offer without one theme',
      set('offers', 'essayThemes', ['T1', 'XX']),
      ['offers[0].essayThemes[1]: essayThemes has no XX'],
    ],
    [
      'an offer without any theme',
      set('offers', 'essayThemes', []),
      ['offers[0].essayThemes: an offer with an essay needs a theme'],
    ],
    [
      'an offer of an unknown course',
      places(['C1', 'P1'], ['XX', 'P1']),
      ['offers[0].courses[1].course: courses has no XX'],
    ],
    [
      'an offer at an unknown pole',
      places(['C1', 'P1', 'XX']),
      ['offers[0].courses[0].poles[1].pole: poles has no XX'],
    ],
    [
      'an offer of a course twice',
      places(['C1', 'P1'], ['C1', 'P1']),
      ['offers[0].courses[1].course: C1 is there twice'],
    ],
    [
      'an offer at a pole twice',
      places(['C1', 'P1', 'P1']),
      ['offers[0].courses[0].poles[1].pole: P1 is there twice'],
    ],
    [
      'an offer of a foreign course',
      places(['C1', 'P1'], ['C2', 'P1']),
      ['offers[0].courses[1].course: C2 belongs to I2, not to I1'],
    ],
    [
      'an offer at a foreign pole',
      places(['C1', 'P1', 'P2']),
      ['offers[0].courses[0].poles[1].pole: P2 belongs to I2, not to I1'],
    ],
    [
      'an offer that asks for schooling',
      set('offers', 'type', 1),
      ['offers[0].requiredSchooling: only an extension (type 3) may ask for it'],
    ],
    [
      'an offer of a foreign intake',
      set('offers', 'intake', 'K2'),
      ['offers[0].intake: intakes has no K2 of I1'],
    ],
    [
      'an offer of no intake',
      set('offers', 'intake', 'K3'),
      ['offers[0].intake: intakes has no K3 of I1; did you mean K1?'],
    ],
    [
      'a price of a foreign intake',
      set('prices', 'intake', 'K2'),
      ['prices[0].intake: intakes has no K2 of I1'],
    ],
    [
      'a discipline of a foreign intake',
      set('disciplines', 'intake', 'K2'),
      ['disciplines[0].intake: intakes has no K2 of I1'],
    ],
    [
      'electives of a foreign intake',
      set('electives', 'intake', 'K2'),
      ['electives[0].intake: intakes has no K2 of I1'],
    ],
    [
      'an intake that ends early',
      set('intakes', 'end', '2025-12-31', 1),
      ['intakes[1].end: ends before it starts'],
    ],
    [
      'a discipline of no course',
      set('disciplines', 'course', 'XX'),
      ['disciplines[0].course: courses has no XX'],
    ],
    ['electives of no course', set('electives', 'course', 'XX'), ['electives[0].course: courses has no XX']],
    ['a class of no offer', set('classes', 'offer', 'XX'), ['classes[0].offer: offers has no XX']],
    ['a class at no pole', set('classes', 'pole', 'XX'), ['classes[0].pole: poles has no XX']],
    [
      'a class where the offer is not',
      set('classes', 'pole', 'P2'),
      ['classes[0].pole: O1 has no course at P2'],
    ],
    [
      'a class that ends as it begins',
      set('classes', 'endTime', '19:00'),
      ['classes[0].endTime: ends before it starts'],
    ],
    ['a test of no offer', set('schedules', 'offer', 'XX'), ['schedules[0].offer: offers has no XX']],
    [
      'a test where the offer is not',
      set('schedules', 'pole', 'P2'),
      ['schedules[0].pole: O1 has no course at P2'],
    ],
    [
      'a price of nobody',
      set('prices', 'institution', 'XX'),
      [
        'prices[0].institution: institutions has no XX',
        'prices[0].intake: intakes has no K1 of XX',
        'prices[0].course: C1 belongs to I1, not to XX',
      ],
    ],
    ['a price at no pole', set('prices', 'pole', 'XX'), ['prices[0].pole: poles has no XX']],
    [
      'a price of a foreign course',
      set('prices', 'course', 'C2'),
      ['prices[0].course: C2 belongs to I2, not to I1'],
    ],
    ['two prices of one plan', add('prices', { code: 'V2' }), ['prices[1]: overlaps price V1']],
    [
      'two whole prices',
      (given) => {
        set('prices', 'kind', 'total')(given);
        add('prices', { code: 'V2', plan: [100, 50, 50] })(given);
      },
      ['prices[1]: overlaps price V1'],
    ],
    [
      'a discount of more than an instalment',
      set('prices', 'discount', 20.01),
      ['prices[0].conditionalDiscount: discounts exceed an instalment'],
    ],
    [
      'a voucher that ends early',
      set('vouchers', 'to', '2025-12-31'),
      ['vouchers[0].to: ends before it starts'],
    ],
    [
      'a voucher in other letters',
      add('vouchers', { code: 'cupom' }),
      ['vouchers[1].code: cupom is there twice'],
    ],
    [
      'a voucher of nobody',
      set('vouchers', 'institutions', ['I1', 'XX']),
      ['vouchers[0].institutions[1]: institutions has no XX'],
    ],
    [
      'a voucher of no course',
      set('vouchers', 'courses', ['XX']),
      ['vouchers[0].courses[0]: courses has no XX'],
    ],
    [
      'help of nobody',
      set('support', 'institution', 'XX'),
      ['support[0].institution: institutions has no XX'],
    ],
    [
      'a setting of nothing',
      set('offers', 'parameters', { EssayMaxAttempt: 1 }),
      [
        'offers[0].parameters.EssayMaxAttempt: unknown parameter EssayMaxAttempt; did you mean EssayMaxAttempts?',
      ],
    ],
    [
      'a setting out of range',
      set('hosts', 'parameters', { CodeLoginEnabled: 'x' }),
      ['hosts[0].parameters.CodeLoginEnabled: CodeLoginEnabled must be a valid bool'],
    ],
    [
      'a setting too deep',
      set('offers', 'parameters', { ManualPaymentEnabled: true }),
      ['offers[0].parameters.ManualPaymentEnabled: ManualPaymentEnabled cannot be set for an offer'],
    ],
    [
      'payment as a setting',
      set('institutions', 'parameters', { PaymentSettings: { variant: 'onlySubscription' } }),
      ['institutions[0].parameters.PaymentSettings: is given as payment'],
    ],
    [
      'settings that contradict each other',
      set('institutions', 'parameters', { EssayMinWords: 900, EssayMaxWords: 800 }),
      ['institutions[0].parameters.EssayMinWords'],
    ],
    [
      'no time zone',
      (given) => Object.assign(given.tenant, { timeZone: 'Alfa/Beta' }),
      ['tenant.timeZone: TimeZone must be a valid str'],
    ],
    [
      'nobody for privacy',
      (given) => Object.assign(given.tenant, { parameters: {} }),
      ['PrivacyPolicyUrl is required (LGPD art. 41)', 'DpoContact is required (LGPD art. 41)'],
    ],
    [
      'cards of nobody',
      set('institutions', 'payment', {
        creditCard: true,
        cardProvider: 'cielo',
        acquirersConfig: [{ provider: 'pagarme', merchantId: '1' }],
      }),
      ['institutions[0].payment.cardProvider: acquirersConfig has no cielo'],
    ],
  ])('find %s', (_what, change, problems) => {
    const found = problemsOf(change);
    for (const problem of problems)
      expect(
        found.some((one) => one.includes(problem)),
        `${problem} in ${found.join('\n')}`,
      ).toBe(true);
    if (problems.every((problem) => problem.includes(': ')))
      expect(found.sort()).toEqual([...problems].sort());
  });

  it.each([
    ['offers', 'institution', 'institutions'],
    ['schedules', 'pole', 'poles'],
    ['prices', 'course', 'courses'],
  ])('report that a %s has no %s', (kind, field, to) => {
    expect(problemsOf(set(kind, field, 'XX'))).toContain(`${kind}[0].${field}: ${to} has no XX`);
  });

  it('compare the settings of an offer with those of its institution', () => {
    const both = (institution: Part, offer: Part) =>
      problemsOf((given) => {
        set('institutions', 'parameters', institution)(given);
        set('offers', 'parameters', offer)(given);
      }).map((problem) => problem.split('.', 1)[0]);
    expect(both({ EssayMinWords: 500 }, { EssayMaxWords: 499 })).toEqual(['offers[0]']);
    expect(both({ EssayMinWords: 500 }, { EssayMaxWords: 500 })).toEqual([]);
    expect(both({}, { EssayMinWords: 500, EssayMaxWords: 499 })).toEqual(['offers[0]']);
    expect(both({ EssayMinWords: 500, EssayMaxWords: 499 }, {})).toEqual(['institutions[0]']);
  });

  it('report a duplicated code once', () => {
    for (const kind of ['vouchers', 'courses', 'prices'])
      expect(problemsOf(add(kind, kind === 'prices' ? { kind: 'total' } : {}))).toHaveLength(1);
  });

  it('report nothing more of an intake that is present but wrong', () => {
    expect(problemsOf(set('intakes', 'start', 'soon'))).toEqual([
      'intakes[0].start: must be a day YYYY-MM-DD',
    ]);
  });

  it('also check entries whose shape is wrong', () => {
    const courses = [null, 7, { course: 'XX', poles: 'P1' }, { course: null, poles: [null, { pole: 'YY' }] }];
    expect(problemsOf(set('offers', 'courses', courses))).toEqual(
      expect.arrayContaining([
        'offers[0].courses[2].course: courses has no XX',
        'offers[0].courses[3].poles[1].pole: poles has no YY',
      ]),
    );
    const lists = problemsOf(set('vouchers', 'courses', 'ZZ'));
    expect(lists).toContain('vouchers[0].courses: courses has no ZZ');
  });

  it('find documents that are listed twice, or for no age', () => {
    const items = (...changes: Part[]) =>
      problemsOf(
        set(
          'documentSets',
          'items',
          changes.map((change) => ({ ...(BASE.documentSets[0]?.items[0] ?? {}), ...change })),
        ),
      );
    expect(items({}, { code: 'RG' })).toEqual(['documentSets[0].items[1].code: RG is there twice']);
    expect(items({}, { code: 'CPF', when: { minAge: 19, maxAge: 18 } })).toEqual([
      'documentSets[0].items[1].when.maxAge: is below minAge',
    ]);
    expect(items({}, { code: 'CPF', when: { minAge: 120 } }, { code: 'X', when: { maxAge: 0 } })).toEqual([]);
  });

  it.each([
    '<script>',
    '< IFRAME>',
    '<object>',
    '<embed>',
    '<form>',
    '<link>',
    '<style>',
    '<meta>',
    '<base>',
    '<img src=x>',
    '<p onclick = "x">',
    '<a href="JavaScript:x">',
  ])('refuse %s in a contract', (html) => {
    const given = (text: string) =>
      parseCatalogue({
        yaml: JSON.stringify(BASE),
        files: { 'ct.html': Buffer.from(text).toString('base64') },
      }).problems.map(({ path }) => path);
    expect(given(`<p>Contrato</p>${html}`)).toEqual(['contracts[0].file']);
    expect(given('<p>Contrato sobre formas, ondas e links</p>')).toEqual([]);
    expect(given(' ')).toEqual(['contracts[0].file']);
  });

  it('refuse characters of a contract that its PDF cannot show, each with its line', () => {
    const given = (text: string) =>
      parseCatalogue({
        yaml: JSON.stringify(BASE),
        files: { 'ct.html': Buffer.from(text).toString('base64') },
      }).problems.map(({ message }) => message);
    expect(given('<p>☐ aceito ✓ → ≥ Łukasz\u00ad</p>')).toEqual([]);
    expect(given('<p>um</p>\n<p>ligue 📱 ou 王</p>\n<p>📱</p>')).toEqual([
      'linha 2 do texto: o PDF não tem o sinal "📱", escreva de outro jeito',
      'linha 2 do texto: o PDF não tem o sinal "王", escreva de outro jeito',
    ]);
  });
});
