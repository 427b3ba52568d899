import { describe, expect, it } from 'vitest';
import { BASE, type Part, readWhole } from '../../testing/whole-catalogue.ts';
import { type Kind, keyOf, shapes, tenantShape } from './model.ts';

describe('fields of a catalogue', () => {
  /** What a field accepts and what it refuses, in addition to the base entry's value. */
  const FIELDS: [Kind, string, unknown[], unknown[]][] = [
    [
      'institutions',
      'code',
      ['A', '9', `a${'._-'.repeat(13)}`],
      ['', '.a', '-a', 'a b', 'ã', 'a'.repeat(41)],
    ],
    ['institutions', 'acronym', ['A', 'A'.repeat(20)], ['', 'A'.repeat(21)]],
    ['institutions', 'name', ['A', 'A'.repeat(200)], ['', '  ', 'A'.repeat(201)]],
    ['institutions', 'alias', ['a', 'a-9', 'a'.repeat(40)], ['', 'A', 'a_', 'a'.repeat(41), 'a b']],
    ['institutions', 'googleTagManagerId', [null, 'GTM-A1'], ['GTM-', 'GTM-a', 'xGTM-A', 'GTM-A-', 'OPT-A']],
    ['institutions', 'googleOptimizeId', [null, 'OPT-A1', 'GTM-A1'], ['OPT-', 'UA-A', 'xOPT-A', 'OPT-A b']],
    [
      'institutions',
      'introductionVideo',
      [null, 'https://www.youtube.com/watch?v=aaaaaaaaaaa'],
      ['https://a.test/v', `https://youtu.be/${'a'.repeat(300)}`],
    ],
    [
      'institutions',
      'payment',
      [
        {},
        { variant: 'totalOrSemester' },
        { disableSlipDaysBeforeIntakeEnd: 0 },
        { disableSlipDaysBeforeIntakeEnd: 90 },
        { pixKey: 'k'.repeat(77) },
        { receiver: { name: 'N'.repeat(25), city: 'C'.repeat(15), document: '12ABC34501DE35' } },
        { slipAgreement: { bank: '001', agreement: 'a'.repeat(20), wallet: 'w'.repeat(10) } },
        {
          acquirersConfig: [
            {
              provider: 'cielo',
              merchantId: 'm'.repeat(60),
              softDescriptor: 's'.repeat(13),
              maxInstallments: 24,
            },
          ],
        },
        { acquirersConfig: [{ provider: 'pagarme', merchantId: 'm', maxInstallments: 1 }] },
      ],
      [
        { variant: 'other' },
        { other: 1 },
        { disableSlipDaysBeforeIntakeEnd: -1 },
        { disableSlipDaysBeforeIntakeEnd: 91 },
        { disableSlipDaysBeforeIntakeEnd: 1.5 },
        { pixKey: '' },
        { pixKey: 'k'.repeat(78) },
        { receiver: { name: '', city: 'C', document: '12ABC34501DE35' } },
        { receiver: { name: 'N'.repeat(26), city: 'C', document: '12ABC34501DE35' } },
        { receiver: { name: 'N', city: '', document: '12ABC34501DE35' } },
        { receiver: { name: 'N', city: 'C'.repeat(16), document: '12ABC34501DE35' } },
        { receiver: { name: 'N', city: 'C', document: '12ABC34501DE3' } },
        { receiver: { name: 'N', city: 'C', document: '12ABC34501DE355' } },
        { receiver: { name: 'N', city: 'C', document: '12ABC34501DEA5' } },
        { receiver: { name: 'N', city: 'C', document: '12abc34501DE35' } },
        { slipAgreement: { bank: '01', agreement: 'a', wallet: 'w' } },
        { slipAgreement: { bank: '0001', agreement: 'a', wallet: 'w' } },
        { slipAgreement: { bank: '0a1', agreement: 'a', wallet: 'w' } },
        { slipAgreement: { bank: '001', agreement: '', wallet: 'w' } },
        { slipAgreement: { bank: '001', agreement: 'a'.repeat(21), wallet: 'w' } },
        { slipAgreement: { bank: '001', agreement: 'a', wallet: '' } },
        { slipAgreement: { bank: '001', agreement: 'a', wallet: 'w'.repeat(11) } },
        { acquirersConfig: [{ provider: 'other', merchantId: 'm' }] },
        { acquirersConfig: [{ provider: 'cielo', merchantId: '' }] },
        { acquirersConfig: [{ provider: 'cielo', merchantId: 'm'.repeat(61) }] },
        { acquirersConfig: [{ provider: 'cielo', merchantId: 'm', softDescriptor: 's'.repeat(14) }] },
        { acquirersConfig: [{ provider: 'cielo', merchantId: 'm', maxInstallments: 0 }] },
        { acquirersConfig: [{ provider: 'cielo', merchantId: 'm', maxInstallments: 25 }] },
        { cardProvider: 'other' },
      ],
    ],
    [
      'hosts',
      'host',
      ['a', '9.a-b.test', 'a'.repeat(63), `${'a.'.repeat(126)}a`],
      [
        '',
        'A.test',
        '-a',
        'a-',
        'a.',
        'a..a',
        'a.-a',
        'a b',
        'a_b',
        'a'.repeat(64),
        `${'a.'.repeat(127)}a`,
        'a:80',
      ],
    ],
    ['hosts', 'application', ['a', 'a'.repeat(40)], ['', 'a'.repeat(41)]],
    ['hosts', 'captchaKey', [null, 'k', 'k'.repeat(200)], ['', 'k'.repeat(201)]],
    [
      'hosts',
      'captchaSecret',
      [null, 'A', 'ALFA_2', `A${'_'.repeat(39)}`],
      ['', 'a', '2A', 'A-B', `A${'_'.repeat(40)}`],
    ],
    [
      'hosts',
      'theme',
      [{ primary: '#a0B1c2' }, { favicon: 'f'.repeat(200) }],
      [
        { primary: '#a0B1c' },
        { primary: '#a0B1c2d' },
        { primary: 'a0B1c2' },
        { link: 'red' },
        { secondary: '#gggggg' },
        { favicon: 'f'.repeat(201) },
        { logo: 'x' },
      ],
    ],
    [
      'hosts',
      'social',
      [
        { google: { clientId: 'c'.repeat(200), redirectUrl: '/a/b.c-d_e' } },
        { linkedin: { clientId: 'c', redirectUrl: 'https://a-b.test:8080/a' } },
        { facebook: { clientId: 'c', redirectUrl: '/' } },
      ],
      [
        { orkut: { clientId: 'c', redirectUrl: '/a' } },
        { google: { clientId: '', redirectUrl: '/a' } },
        { google: { clientId: 'c'.repeat(201), redirectUrl: '/a' } },
        ...[
          '//a',
          'a',
          'http://a.test/',
          'https://a.test',
          'https://A.test/',
          '/a b',
          '/a?b',
          'x/a',
          `/${'a'.repeat(200)}`,
        ].map((redirectUrl) => ({ google: { clientId: 'c', redirectUrl } })),
      ],
    ],
    ['poles', 'city', [1_000_000, 9_999_999], [999_999, 10_000_000, 3_106_200.5, '3106200']],
    ['poles', 'address', [null, '', 'A'.repeat(300)], ['A'.repeat(301)]],
    ['poles', 'kind', ['polo', 'campus'], ['other', null]],
    ['courses', 'level', [1, 4], [0, 5, 1.5]],
    ['courses', 'modality', ['Presencial', 'Semipresencial', 'EaD'], ['ead', '']],
    ['courses', 'description', ['', 'A'.repeat(4000)], ['A'.repeat(4001)]],
    ['courses', 'duration', ['', 'A'.repeat(60)], ['A'.repeat(61)]],
    ['intakes', 'start', ['2026-02-28'], ['2026-02-29', '2026-2-1', '01/02/2026', null]],
    ['intakes', 'classStart', [null, '2026-02-28'], ['', '2026-13-01']],
    ['intakes', 'suspended', [true, false], [null, 'yes']],
    [
      'ingressModes',
      'kind',
      ['online-essay', 'scheduled-test', 'exam-score', 'document-analysis', 'none'],
      ['other', ''],
    ],
    ['contracts', 'html', ['x', 'x'.repeat(500_000)], ['', 'x'.repeat(500_001)]],
    [
      'documentSets',
      'items',
      [[{ code: 'A', name: 'A', stage: 'selection', required: false, help: 'h'.repeat(500) }]],
      [
        [],
        [{ code: 'A', name: 'A', stage: 'other', required: true }],
        [{ code: 'A', name: 'A', stage: 'selection' }],
        [{ code: 'A', name: 'A', stage: 'selection', required: true, help: 'h'.repeat(501) }],
      ],
    ],
    [
      'questionnaires',
      'sections',
      [[{ key: 'graduate', mandatory: false }]],
      [[], [{ key: 'other' }], [{ key: 'graduate', more: 1 }]],
    ],
    ['questionnaires', 'approval', [null, true], ['yes']],
    [
      'essayThemes',
      'texts',
      [['x'.repeat(10_000)], Array(10).fill('x')],
      [[], [''], ['x'.repeat(10_001)], Array(11).fill('x')],
    ],
    ['offers', 'name', [undefined, 'A'], ['', 'A'.repeat(201)]],
    ['offers', 'type', [1, 4], [0, 5, 2.5]],
    [
      'offers',
      'courses',
      [
        [{ course: 'C', poles: [{ pole: 'P', vacancies: 0 }] }],
        [{ course: 'C', poles: [{ pole: 'P', vacancies: 1_000_000 }] }],
      ],
      [
        [],
        [{ course: 'C', poles: [] }],
        [{ course: 'C', poles: [{ pole: 'P', vacancies: -1 }] }],
        [{ course: 'C', poles: [{ pole: 'P', vacancies: 1_000_001 }] }],
        [{ course: 'C', poles: [{ pole: 'P', vacancies: 0.5 }] }],
        [{ course: 'C', poles: [{ pole: 'P', vacancies: 1 }], more: 1 }],
      ],
    ],
    ['offers', 'warningPopup', [null, 'A'.repeat(2000)], ['A'.repeat(2001)]],
    ['offers', 'requiredSchooling', [null, 'high-school'], ['other']],
    ['disciplines', 'module', [1, 20], [0, 21, 1.5]],
    ['disciplines', 'workload', [1, 2000], [0, 2001]],
    ['disciplines', 'electiveGroup', [null, 'A'.repeat(40)], ['A'.repeat(41)]],
    ['electives', 'module', [1, 20], [0, 21]],
    ['electives', 'min', [0, 1], [-1, 2]],
    ['electives', 'max', [1, 50], [0, 51]],
    ['classes', 'shift', ['manha', 'tarde', 'noite', 'integral'], ['', 'dia']],
    ['classes', 'weekdays', ['', 'A'.repeat(120)], ['A'.repeat(121)]],
    [
      'classes',
      'startTime',
      [null, '00:00', '09:59', '19:00', '23:59'],
      ['24:00', '9:00', '09:60', 'x09:00', '09:00x', ''],
    ],
    ['classes', 'place', [null, 'A'.repeat(200)], ['A'.repeat(201)]],
    ['classes', 'slots', [0, 1_000_000], [-1, 1_000_001, 0.5]],
    [
      'schedules',
      'at',
      ['2026-01-20T09:00:00-03:00', '2026-01-20T09:00:00Z'],
      ['2026-01-20T09:00:00', '2026-01-20'],
    ],
    ['schedules', 'capacity', [0, 1_000_000], [-1, 1_000_001]],
    ['prices', 'kind', ['tax', 'enrollment', 'semester', 'total'], ['other']],
    ['prices', 'description', ['', 'A'.repeat(120)], ['A'.repeat(121)]],
    [
      'prices',
      'plan',
      [[0], [9_999_999], Array(60).fill(1), [0.29]],
      [[], [-0.01], [9_999_999.01], [10_000_000], Array(61).fill(1), [0.001], ['1']],
    ],
    ['prices', 'discount', [0, 0.01], [-1, 0.005]],
    ['vouchers', 'percent', [0.1, 100], [0, 100.1, null]],
    ['vouchers', 'amount', [null], [10]],
    ['vouchers', 'appliesTo', ['first', 'others', 'all'], ['', 'none']],
    ['vouchers', 'kinds', [null, [], ['tax', 'enrollment', 'semester', 'total']], [['other']]],
    ['vouchers', 'maxUses', [null, 1], [0, 1.5]],
    ['support', 'title', ['A'], ['']],
    ['support', 'description', ['', 'A'.repeat(500)], ['A'.repeat(501)]],
    [
      'support',
      'phone',
      [null, '1'.repeat(10), '1'.repeat(15)],
      ['1'.repeat(9), '1'.repeat(16), '+55 31', ''],
    ],
    ['support', 'message', [null, 'A'.repeat(500)], ['A'.repeat(501)]],
    ['support', 'hours', [null, 'A'.repeat(200)], ['A'.repeat(201)]],
  ];
  const base = (kind: Kind): Part => {
    const { file, ...entry } = (BASE[kind] as Part[])[0] ?? {};
    return kind === 'contracts' ? { ...entry, html: '<p/>' } : entry;
  };

  it.each(FIELDS)('%s: %s', (kind, field, good, bad) => {
    const taken = (value: unknown) => shapes[kind].safeParse({ ...base(kind), [field]: value });
    for (const value of good) expect([value, taken(value).error?.issues]).toEqual([value, undefined]);
    for (const value of bad) expect([value, taken(value).success]).toEqual([value, false]);
    expect(taken(good[0]).success).toBe(true);
    expect(shapes[kind].safeParse({ ...base(kind), surplus: 1 }).success).toBe(false);
  });

  it.each<[Part, boolean]>([
    [{ nationality: 'BR' }, true],
    [{ nationality: 'foreign' }, true],
    [{ nationality: 'BRA' }, false],
    [{ nationality: 'br' }, false],
    [{ nationality: 'xforeign' }, false],
    [{ documentType: 'cpf' }, true],
    [{ documentType: ['rne', 'passport'] }, true],
    [{ documentType: [] }, false],
    [{ documentType: 'cnh' }, false],
    [{ gender: 1 }, true],
    [{ gender: [4] }, true],
    [{ gender: 0 }, false],
    [{ gender: 5 }, false],
    [{ minAge: 0, maxAge: 120 }, true],
    [{ minAge: -1 }, false],
    [{ minAge: 121 }, false],
    [{ maxAge: -1 }, false],
    [{ maxAge: 121 }, false],
    [{ minor: true, hasCpf: false }, true],
    [{ ingressKind: ['none'], ingressMode: 'M'.repeat(200) }, true],
    [{ ingressKind: 'other' }, false],
    [{ ingressMode: '' }, false],
    [{ ingressMode: 'M'.repeat(201) }, false],
    [{ schoolType: ['public', 'private', 'abroad', 'eja'] }, true],
    [{ schoolType: 'other' }, false],
    [{ applicationType: ['graduation', 'essay', 'postgraduate', 'extension', 'tax'] }, true],
    [{ applicationType: 'other' }, false],
    [{ more: 1 }, false],
  ])('a document for %j: %s', (when, right) => {
    const item = { code: 'A', name: 'A', stage: 'selection', required: true, when };
    expect(shapes.documentSets.safeParse({ code: 'D', items: [item] }).success).toBe(right);
  });

  it('have their defaults', () => {
    const parse = (kind: Kind, entry: Part = base(kind)) => shapes[kind].parse(entry);
    expect(parse('institutions')).toMatchObject({
      chargeFullSaleAmount: false,
      semesterFullSaleAmount: false,
      subscriptionLoginDisabled: false,
      googleTagManagerId: null,
      introductionVideo: null,
      parameters: {},
      payment: { cardProvider: null, acquirersConfig: [], pixKey: null, receiver: null, slipAgreement: null },
    });
    expect(parse('hosts')).toMatchObject({
      application: 'orbita',
      captchaKey: null,
      captchaSecret: null,
      social: {},
      theme: { favicon: '', logoSmall: '', logoLarge: '', primary: expect.stringMatching(/^#/) },
    });
    expect(parse('poles')).toMatchObject({ address: null, kind: 'polo' });
    expect(parse('courses')).toMatchObject({ description: '', duration: '' });
    expect(parse('intakes')).toMatchObject({ classStart: null, suspended: false });
    expect(parse('ingressModes')).toMatchObject({ useDisciplines: false });
    expect(parse('documentSets')).toMatchObject({
      items: [{ help: '', acceptsXlsx: false, coveredBy: null }],
    });
    expect(parse('questionnaires', { code: 'Q', sections: [{ key: 'graduate' }, { key: 'extra' }] })).toEqual(
      {
        code: 'Q',
        sections: [
          { key: 'graduate', mandatory: true },
          { key: 'extra', mandatory: false },
        ],
        approval: null,
      },
    );
    expect(parse('offers')).toMatchObject({
      interview: false,
      requiresClass: false,
      active: true,
      warningPopup: null,
    });
    const bare = parse('offers', { ...base('offers'), essayThemes: undefined, contract: undefined });
    expect(bare).toMatchObject({ essayThemes: [], contract: null });
    expect(parse('disciplines')).toMatchObject({ mandatory: true, electiveGroup: null, active: true });
    expect(parse('classes')).toMatchObject({ weekdays: '', place: null });
    expect(parse('schedules')).toMatchObject({ at: '2026-01-20T12:00:00.000Z' });
    expect(parse('vouchers')).toMatchObject({ amount: null, kinds: null, maxUses: null });
    expect(parse('support')).toMatchObject({ description: '', phone: null, message: null, hours: null });
    expect(tenantShape.parse({ alias: 'alfa', name: 'Alfa' })).toEqual({
      alias: 'alfa',
      name: 'Alfa',
      flags: { usePassport: false, useMaisAMediaTracking: false, useTrackingV2: false },
      timeZone: 'America/Sao_Paulo',
      holidays: [],
      parameters: {},
    });
    for (const alias of ['a', 'a'.repeat(41), 'Alfa', 'al fa'])
      expect(tenantShape.safeParse({ alias, name: 'Alfa' }).success).toBe(false);
  });

  it('a price is a plan, or instalments of one value', () => {
    const price = (more: Part) =>
      shapes.prices.safeParse({ ...base('prices'), plan: undefined, ...more }).data;
    expect(price({ installments: 3, value: 0.1 })).toMatchObject({
      plan: [0.1, 0.1, 0.1],
      description: '3 parcelas',
      pole: null,
    });
    expect(price({ installments: 1, value: 5 })).toMatchObject({ plan: [5], description: 'À vista' });
    expect(price({ plan: [1, 2], description: 'Dois' })).toMatchObject({ plan: [1, 2], description: 'Dois' });
    for (const more of [
      {},
      { installments: 3 },
      { value: 3 },
      { installments: 0, value: 1 },
      { installments: 61, value: 1 },
      { plan: [1], installments: 1, value: 1 },
    ])
      expect(price(more), JSON.stringify(more)).toBeUndefined();
  });

  it('make the key of an entry, within its owner', () => {
    const { catalogue } = readWhole();
    const key = <K extends Kind>(kind: K) => keyOf(kind, (catalogue[kind] as never[])[0] as never);
    expect(Object.keys(shapes).map((kind) => key(kind as Kind))).toEqual([
      ...['I1', 'um.test', 'P1', 'C1', 'I1/K1', 'M1', 'CT', 'D1', 'Q1', 'T1', 'O1'],
      ...['C1/K1/DI', 'C1/K1/1', 'O1/CL', 'O1/S1', 'V1', 'CUPOM', 'I1'],
    ]);
  });
});
