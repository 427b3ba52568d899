import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowsBelow } from '../../testing/spec-table.ts';
import {
  DEFAULT_PAYMENT_SETTINGS,
  PARAMETERS,
  type Parameter,
  type ParameterName,
  parameterProblem,
  resolveParameter,
  type SettingLevels,
  settingsProblems,
} from './index.ts';

const rubricOf = (most: number) =>
  ['Norma', 'Tema', 'Argumentos', 'Coesão', 'Proposta'].map((label) => ({
    label,
    levels: [
      { points: 0, text: 'Não mostra domínio' },
      { points: most, text: 'Mostra domínio' },
    ],
  }));

/** Defaults that the specification gives in words, or in a separate chapter. */
const IN_WORDS: Record<string, unknown> = { none: undefined, '14.2': DEFAULT_PAYMENT_SETTINGS };

/** Default in the table, converted to its parameter's type; the words in brackets explain it. */
function fallbackOf(type: string, cell: string): unknown {
  const [value = ''] = cell.split(' (');
  if (value in IN_WORDS) return IN_WORDS[value];
  if (type === 'list') return value === 'empty' ? [] : value.split(', ');
  if (type === 'str') return value === 'empty' ? '' : value;
  if (type === 'json') return JSON.parse(value.slice(1, -1));
  if (type === 'money') return Math.round(Number(value) * 100);
  return type === 'enum' ? value : JSON.parse(value);
}

/** Table of spec 3.2: type, range, default, most specific level and visibility of every parameter. */
const TABLE = new Map(
  rowsBelow('spec.md', '### 3.2 Parameters').flatMap(([names = '', ...cells]) =>
    names.split(' / ').map((name, at) => {
      // What all parameters of a row share is written once.
      const [kind = '', fallback = '', level = '', open = ''] = cells.map((cell) => {
        const parts = cell.startsWith('`{') ? [cell] : cell.split(' / ');
        return parts[at] ?? parts[0] ?? '';
      });
      const [, written = '', least, most] = /^(\w*)\??(?: (\d+)–(\d+))?$/.exec(kind) ?? [];
      const type = written || 'enum';
      return [
        name.slice(1, -1) as ParameterName,
        {
          type,
          fallback: fallbackOf(type, fallback),
          level,
          public: open === 'yes',
          least: Number(least),
          most: Number(most),
          choices: type === 'enum' ? kind.slice(1, -1).split('\\|') : [],
        },
      ] as const;
    }),
  ),
);
/** Row of the table. @throws if the specification does not have the parameter. */
function rowOf(name: ParameterName) {
  const row = TABLE.get(name);
  if (!row) throw new Error(`${name} is not in spec 3.2`);
  return row;
}

/** Valid values of each parameter. */
const VALUES: Record<ParameterName, readonly unknown[]> = {
  AllowPoleUpdate: [true, false],
  CourseChangeAfterContract: [true, false],
  DisplayCampus: [true, false],
  EnemCheckEnabled: [true, false],
  DisciplineDocumentCheckEnabled: [true, false],
  EnemOldestYear: [2012, 2015, 2018],
  EnemLatestYear: [2023, 2024, 2025],
  EnemMinAverage: [400, 500.5, 600],
  EnemMinEssayScore: [2, 300, 500],
  TestMinScore: [100, 300, 400],
  EssayMinWords: [100, 120, 200],
  EssayMaxWords: [500, 700, 800],
  EssayMaxCharacters: [4000, 6000, 7000],
  EssayTimeMinutes: [30, 90, 120],
  EssayAutosaveSeconds: [10, 20, 60],
  EssayMaxAttempts: [1, 2, 5],
  EssayTimeoutMode: ['discard', 'deliver'],
  EssayMinScore: [100, 300, 400],
  EssayGradingMode: ['auto', 'manual'],
  EssaySecondGrade: ['always', 'near-minimum', 'on-request'],
  EssaySecondGradeMargin: [0, 20, 100],
  EssaySecondGradeMaxDifference: [0, 100, 200],
  EssayRubric: [rubricOf(40), rubricOf(200)],
  QuestionnaireApprovalRequired: [false, true],
  InterviewChannels: [['email'], ['whatsapp']],
  RescheduleLimitHours: [0, 12, 48],
  RescheduleMaxTimes: [0, 1, 3],
  GuardianAcceptanceMode: ['declared', 'code'],
  DocumentStage: ['none', 'before-payment', 'after-payment'],
  DocumentDeadlineDays: [10, 20, 40],
  DocumentReuseDays: [0, 30, 365],
  ClassHoldMinutes: [5, 15, 60],
  StaffSessionHours: [1, 8, 12],
  StaffIdleMinutes: [5, 15, 120],
  StaffReauthMinutes: [1, 5, 30],
  StaffDigestHour: [0, 7, 23],
  StaffReadAlert: [1, 50, 1000],
  StaffIdpRecheckMinutes: [5, 30, 240],
  ShowClassInfo: [false, true],
  PaymentSettings: [{ slip: false }, { pix: false }, { variant: 'totalOrSemester' }],
  PaymentDeadlineDays: [3, 5, 10],
  SlipDueDays: [1, 2, 5],
  PixExpirationMinutes: [15, 30, 120],
  LateResultGraceDays: [0, 1, 5],
  CardAttemptLimit: [1, 2, 5],
  MinInstallmentAmount: [25, 60.5, 100],
  InstallmentDueDay: [1, 5, 28],
  ManualPaymentEnabled: [true, false],
  SelfRegistrationEnabled: [false, true],
  CodeLoginEnabled: [false, true],
  TestLoginEnabled: [true, false],
  RevealUnknownUser: [false, true],
  AccessKeyTtlDays: [7, 15, 60],
  MaxActiveSubscriptions: [1, 3, 10],
  SupportWhatsapp: [{ enabled: true }, { title: 'Fale conosco' }, { enabled: true, phone: '5531900000000' }],
  PrivacyPolicyUrl: ['https://a.test/p', 'https://b.test/p'],
  DpoContact: ['dpo@a.test', 'dpo@b.test'],
  InterviewEmail: ['curso@a.test', 'pos@b.test'],
  RetentionMonthsNotEnrolled: [6, 12, 36],
  ClaimMinutes: [5, 10, 30],
  ExportKeepHours: [1, 12, 72],
  StaffMayCopyAccessLinks: [true, false],
  ReviewTargetHours: [24, 72, 96],
  RemindersPerDay: [0, 500, 5000],
  RefundSecondPersonAbove: [0, 300, 1000.5],
  ManualSettlementSecondPersonAbove: [0, 300, 1000.5],
  DeadlineSecondPersonAboveDays: [0, 15, 90],
  DiscountSecondPersonAbove: [0, 300, 1000.5],
  TimeZone: ['America/Manaus', 'America/Belem'],
  Holidays: [['2026-06-12'], ['2026-08-15', '2026-11-20']],
};
const NAMES = Object.keys(PARAMETERS) as ParameterName[];
const LEVELS = ['offer', 'institution', 'host', 'tenant'] as const;

/** Values that no parameter of the type accepts. */
const WRONG: Record<string, readonly unknown[]> = {
  bool: ['yes', 1, 'TRUE', {}, []],
  int: ['x', 1.5, -1, '10 ', Number.NaN, 1e9, {}, true],
  dec: ['x', -1, 1001, Number.NaN, '1e3', true, []],
  money: ['x', -0.01, Number.NaN, 1e9, {}],
  enum: ['other', '', 1],
  str: [1, true, {}, 'x'.repeat(501)],
  list: [[1], 'other thing', { 0: 'email' }, ['2026-02-30'], ['email', 'email'], 7],
  json: ['{}', [], 1],
};

describe('every parameter of spec 3.2', () => {
  it('is in the table', () => {
    expect([...TABLE.keys()].sort()).toEqual([...NAMES].sort());
  });

  it.each(NAMES)('%s has the type, default, level and publicity of the specification', (name) => {
    const { type, fallback, level, public: open } = rowOf(name);
    expect(PARAMETERS[name]).toMatchObject({ type, level, public: open });
    expect(resolveParameter(name, {})).toEqual(fallback);
  });

  it.each(NAMES)('%s is taken from offer, institution, host, tenant and default, in this order', (name) => {
    const { fallback } = rowOf(name);
    const values = VALUES[name];
    const { parse } = PARAMETERS[name] as Parameter;
    const all: SettingLevels = {};
    for (const [at, level] of LEVELS.entries()) all[level] = { [name]: values[at % values.length] };
    for (const [at, level] of LEVELS.entries()) {
      expect(resolveParameter(name, all), level).toEqual(parse(values[at % values.length]));
      delete all[level];
    }
    expect(resolveParameter(name, all)).toEqual(fallback);
  });

  it.each(NAMES)(
    '%s is taken from the most specific level that sets it, for any combination of levels',
    (name) => {
      const { fallback } = rowOf(name);
      const values = VALUES[name];
      const { parse } = PARAMETERS[name] as Parameter;
      const anyValue = fc.option(fc.constantFrom(...values), { nil: undefined });
      fc.assert(
        fc.property(fc.tuple(anyValue, anyValue, anyValue, anyValue), (given) => {
          const levels: SettingLevels = {};
          for (const [at, level] of LEVELS.entries())
            if (given[at] !== undefined) levels[level] = { [name]: given[at] };
          const winner = given.find((value) => value !== undefined);
          expect(resolveParameter(name, levels)).toEqual(winner === undefined ? fallback : parse(winner));
        }),
        { numRuns: 30 },
      );
    },
  );

  it.each(NAMES)('%s refuses values outside its type or range', (name) => {
    const [good] = VALUES[name];
    const { parse } = PARAMETERS[name] as Parameter;
    for (const value of [...VALUES[name], ...rowOf(name).choices])
      expect(parameterProblem(name, value)).toBeUndefined();
    for (const value of WRONG[rowOf(name).type] ?? []) {
      expect(parameterProblem(name, value), JSON.stringify(value)).toContain(name);
      // An invalid stored value is ignored, so the value of the next level applies.
      const levels = { offer: { [name]: value }, tenant: { [name]: good } };
      expect(resolveParameter(name, levels)).toEqual(parse(good));
    }
  });
});

describe('values at their limits', () => {
  const accepted = (name: ParameterName, values: readonly unknown[]) =>
    values.filter((value) => parameterProblem(name, value) === undefined);

  it.each(NAMES.filter((name) => ['int', 'dec', 'money'].includes(rowOf(name).type)))(
    '%s accepts its minimum and its maximum, and nothing beyond',
    (name) => {
      const { least, most } = rowOf(name);
      expect(accepted(name, [least - 1, least, most, most + 1])).toEqual([least, most]);
    },
  );

  it('numbers may be written as text, in digits only', () => {
    const written = ['12', '12.5', '-12', '+12', ' 12', '12 ', 'x12', '12x', '1e2', '.5', '5.', '1.2.3', ''];
    expect(accepted('EssayMinScore', written)).toEqual(['12', '12.5']);
    expect(accepted('EssayMinWords', written)).toEqual(['12']);
    expect(resolveParameter('EssayMinScore', { offer: { EssayMinScore: '12.57' } })).toBe(12.57);
  });

  it('yes and no may be written as text', () => {
    const given = (value: unknown) => resolveParameter('DisplayCampus', { offer: { DisplayCampus: value } });
    expect(['true', 'false'].map(given)).toEqual([true, false]);
    const off = (value: unknown) =>
      resolveParameter('AllowPoleUpdate', { offer: { AllowPoleUpdate: value } });
    expect(['true', 'false'].map(off)).toEqual([true, false]);
  });

  it('lists may be written as text with commas', () => {
    const given = (value: unknown) =>
      resolveParameter('InterviewChannels', { offer: { InterviewChannels: value } });
    expect(given('email , whatsapp')).toEqual(['email', 'whatsapp']);
    expect(given(['email'])).toEqual(['email']);
    expect(accepted('InterviewChannels', [[], ['email', 'fax'], ['fax', 'email'], 'email,email'])).toEqual(
      [],
    );
    expect(accepted('Holidays', [[]])).toEqual([[]]);
  });

  it('holidays are days of the calendar, written in full', () => {
    const days = [
      ...['2028-02-29', '2027-02-29', '2026-13-01', '2026-1-01', '12026-01-01', '2026-01-011', '2026-01-1'],
      ...['202-01-01', '2026-0a-01', '2026-01-0a', 'a026-01-01', '2026/01/01', '2026-04-31'],
    ];
    expect(days.filter((day) => accepted('Holidays', [[day]]).length > 0)).toEqual(['2028-02-29']);
  });

  it('texts keep their own rules, up to 500 characters', () => {
    const long = (length: number) => `https://a.test/${'x'.repeat(length - 15)}`;
    expect(accepted('PrivacyPolicyUrl', [long(500), long(501)])).toEqual([long(500)]);
    expect(
      accepted('PrivacyPolicyUrl', ['http://a.test', 'https://', 'a.test https://', 'https://a b', '']),
    ).toEqual([]);
    expect(accepted('DpoContact', ['', '  ', 'Encarregada'])).toEqual(['Encarregada']);
    expect(accepted('InterviewEmail', ['', ' ', 'curso', 'curso@a.test'])).toEqual(['curso@a.test']);
    expect(accepted('TimeZone', ['', 'Marte/Olimpo', 'America/Recife'])).toEqual(['America/Recife']);
  });

  it('settings of several fields cannot be null, a list or text', () => {
    expect(accepted('PaymentSettings', [null, [], 'x', 1, {}])).toEqual([{}]);
  });

  it('null means that a setting is not set', () => {
    const levels = { offer: { SlipDueDays: null }, tenant: { SlipDueDays: 5 } };
    expect(resolveParameter('SlipDueDays', levels)).toBe(5);
  });
});

describe('settings of one level', () => {
  it('report limits that contradict each other, also across levels', () => {
    expect(settingsProblems({})).toEqual([]);
    expect(settingsProblems({ offer: { EssayMaxWords: 100 } }).map(({ name }) => name)).toEqual([
      'EssayMinWords',
    ]);
    expect(settingsProblems({ offer: { EssayMinWords: 700 }, institution: { EssayMaxWords: 800 } })).toEqual(
      [],
    );
    expect(settingsProblems({ tenant: { EnemOldestYear: 2020, EnemLatestYear: 2019 } })).toEqual([
      { name: 'EnemOldestYear', problem: 'EnemOldestYear 2020 exceeds EnemLatestYear 2019' },
    ]);
    expect(settingsProblems({ tenant: { EnemOldestYear: 2020, EnemLatestYear: 2020 } })).toEqual([]);
  });
});
