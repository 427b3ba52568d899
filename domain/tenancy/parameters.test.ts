import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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

/** Table of spec 3.2 and 25.20: type, default and acceptable values of every parameter. */
const TABLE: Record<ParameterName, { type: string; fallback: unknown; values: readonly unknown[] }> = {
  AllowPoleUpdate: { type: 'bool', fallback: false, values: [true, false] },
  CourseChangeAfterContract: { type: 'bool', fallback: true, values: [true, false] },
  DisplayCampus: { type: 'bool', fallback: true, values: [true, false] },
  EnemCheckEnabled: { type: 'bool', fallback: false, values: [true, false] },
  DisciplineDocumentCheckEnabled: { type: 'bool', fallback: false, values: [true, false] },
  EnemOldestYear: { type: 'int', fallback: 2010, values: [2012, 2015, 2018] },
  EnemLatestYear: { type: 'int', fallback: 0, values: [2023, 2024, 2025] },
  EnemMinAverage: { type: 'dec', fallback: 450, values: [400, 500.5, 600] },
  EnemMinEssayScore: { type: 'dec', fallback: 1, values: [2, 300, 500] },
  TestMinScore: { type: 'dec', fallback: 200, values: [100, 300, 400] },
  EssayMinWords: { type: 'int', fallback: 150, values: [100, 120, 200] },
  EssayMaxWords: { type: 'int', fallback: 600, values: [500, 700, 800] },
  EssayMaxCharacters: { type: 'int', fallback: 5000, values: [4000, 6000, 7000] },
  EssayTimeMinutes: { type: 'int', fallback: 60, values: [30, 90, 120] },
  EssayAutosaveSeconds: { type: 'int', fallback: 30, values: [10, 20, 60] },
  EssayMaxAttempts: { type: 'int', fallback: 3, values: [1, 2, 5] },
  EssayTimeoutMode: { type: 'enum', fallback: 'deliver', values: ['discard', 'deliver'] },
  EssayMinScore: { type: 'dec', fallback: 200, values: [100, 300, 400] },
  EssayGradingMode: { type: 'enum', fallback: 'manual', values: ['auto', 'manual'] },
  EssaySecondGrade: {
    type: 'enum',
    fallback: 'on-request',
    values: ['always', 'near-minimum', 'on-request'],
  },
  EssaySecondGradeMargin: { type: 'int', fallback: 50, values: [0, 20, 100] },
  EssaySecondGradeMaxDifference: { type: 'int', fallback: 150, values: [0, 100, 200] },
  EssayRubric: { type: 'json', fallback: undefined, values: [rubricOf(40), rubricOf(200)] },
  QuestionnaireApprovalRequired: { type: 'bool', fallback: true, values: [false, true] },
  InterviewChannels: { type: 'list', fallback: ['whatsapp', 'email'], values: [['email'], ['whatsapp']] },
  RescheduleLimitHours: { type: 'int', fallback: 24, values: [0, 12, 48] },
  RescheduleMaxTimes: { type: 'int', fallback: 2, values: [0, 1, 3] },
  GuardianAcceptanceMode: { type: 'enum', fallback: 'code', values: ['declared', 'code'] },
  DocumentStage: { type: 'enum', fallback: 'default', values: ['none', 'before-payment', 'after-payment'] },
  DocumentDeadlineDays: { type: 'int', fallback: 30, values: [10, 20, 40] },
  DocumentReuseDays: { type: 'int', fallback: 180, values: [0, 30, 365] },
  ClassHoldMinutes: { type: 'int', fallback: 30, values: [5, 15, 60] },
  StaffSessionHours: { type: 'int', fallback: 10, values: [1, 8, 12] },
  StaffIdleMinutes: { type: 'int', fallback: 30, values: [5, 15, 120] },
  StaffReauthMinutes: { type: 'int', fallback: 10, values: [1, 5, 30] },
  StaffDigestHour: { type: 'int', fallback: 7, values: [0, 7, 23] },
  StaffReadAlert: { type: 'int', fallback: 200, values: [1, 50, 1000] },
  StaffIdpRecheckMinutes: { type: 'int', fallback: 60, values: [5, 30, 240] },
  ShowClassInfo: { type: 'bool', fallback: true, values: [false, true] },
  PaymentSettings: {
    type: 'json',
    fallback: DEFAULT_PAYMENT_SETTINGS,
    values: [{ slip: false }, { pix: false }, { variant: 'totalOrSemester' }],
  },
  PaymentDeadlineDays: { type: 'int', fallback: 7, values: [3, 5, 10] },
  SlipDueDays: { type: 'int', fallback: 3, values: [1, 2, 5] },
  PixExpirationMinutes: { type: 'int', fallback: 60, values: [15, 30, 120] },
  LateResultGraceDays: { type: 'int', fallback: 3, values: [0, 1, 5] },
  CardAttemptLimit: { type: 'int', fallback: 3, values: [1, 2, 5] },
  MinInstallmentAmount: { type: 'money', fallback: 5000, values: [25, 60.5, 100] },
  InstallmentDueDay: { type: 'int', fallback: 10, values: [1, 5, 28] },
  ManualPaymentEnabled: { type: 'bool', fallback: false, values: [true, false] },
  SelfRegistrationEnabled: { type: 'bool', fallback: true, values: [false, true] },
  CodeLoginEnabled: { type: 'bool', fallback: true, values: [false, true] },
  TestLoginEnabled: { type: 'bool', fallback: false, values: [true, false] },
  RevealUnknownUser: { type: 'bool', fallback: true, values: [false, true] },
  AccessKeyTtlDays: { type: 'int', fallback: 30, values: [7, 15, 60] },
  MaxActiveSubscriptions: { type: 'int', fallback: 5, values: [1, 3, 10] },
  SupportWhatsapp: {
    type: 'json',
    fallback: { enabled: false, title: 'Problemas com a matrícula?' },
    values: [{ enabled: true }, { title: 'Fale conosco' }, { enabled: true, phone: '5531900000000' }],
  },
  PrivacyPolicyUrl: { type: 'str', fallback: '', values: ['https://a.test/p', 'https://b.test/p'] },
  DpoContact: { type: 'str', fallback: '', values: ['dpo@a.test', 'dpo@b.test'] },
  InterviewEmail: { type: 'str', fallback: '', values: ['curso@a.test', 'pos@b.test'] },
  RetentionMonthsNotEnrolled: { type: 'int', fallback: 24, values: [6, 12, 36] },
  ClaimMinutes: { type: 'int', fallback: 15, values: [5, 10, 30] },
  ExportKeepHours: { type: 'int', fallback: 24, values: [1, 12, 72] },
  StaffMayCopyAccessLinks: { type: 'bool', fallback: false, values: [true, false] },
  ReviewTargetHours: { type: 'int', fallback: 48, values: [24, 72, 96] },
  RefundSecondPersonAbove: { type: 'money', fallback: 50_000, values: [0, 300, 1000.5] },
  ManualSettlementSecondPersonAbove: { type: 'money', fallback: undefined, values: [0, 300, 1000.5] },
  TimeZone: { type: 'str', fallback: 'America/Sao_Paulo', values: ['America/Manaus', 'America/Belem'] },
  Holidays: { type: 'list', fallback: [], values: [['2026-06-12'], ['2026-08-15', '2026-11-20']] },
};
const NAMES = Object.keys(TABLE) as ParameterName[];
const LEVELS = ['offer', 'institution', 'host', 'tenant'] as const;

/** Values no parameter of that type may take. */
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
    expect(Object.keys(PARAMETERS).sort()).toEqual([...NAMES].sort());
  });

  it.each(NAMES)('%s has the type and default of the specification', (name) => {
    const { type, fallback } = TABLE[name];
    expect(PARAMETERS[name].type).toBe(type);
    expect(resolveParameter(name, {})).toEqual(fallback);
  });

  it.each(NAMES)('%s is taken from offer, institution, host, tenant and default, in this order', (name) => {
    const { values, fallback } = TABLE[name];
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
      const { values, fallback } = TABLE[name];
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
    const [good] = TABLE[name].values;
    const { parse } = PARAMETERS[name] as Parameter;
    for (const value of TABLE[name].values) expect(parameterProblem(name, value)).toBeUndefined();
    for (const value of WRONG[TABLE[name].type] ?? []) {
      expect(parameterProblem(name, value), JSON.stringify(value)).toContain(name);
      // An invalid stored value is ignored, so the value of the next level applies.
      const levels = { offer: { [name]: value }, tenant: { [name]: good } };
      expect(resolveParameter(name, levels)).toEqual(parse(good));
    }
  });
});

/** Least and most of every number; the first number outside of each is refused. */
const RANGES: Partial<Record<ParameterName, readonly [least: number, most: number]>> = {
  ...{ EnemOldestYear: [1998, 2100], EnemLatestYear: [0, 2100], EnemMinAverage: [0, 1000] },
  ...{ EnemMinEssayScore: [0, 1000], TestMinScore: [0, 1000], EssayMinScore: [0, 1000] },
  ...{ EssayMinWords: [1, 5000], EssayMaxWords: [1, 5000], EssayMaxCharacters: [1, 50_000] },
  ...{ EssayTimeMinutes: [1, 600], EssayAutosaveSeconds: [3, 600], EssayMaxAttempts: [1, 20] },
  ...{ RescheduleLimitHours: [0, 720], RescheduleMaxTimes: [0, 20], DocumentDeadlineDays: [1, 365] },
  ...{ DocumentReuseDays: [0, 3650], EssaySecondGradeMargin: [0, 1000] },
  EssaySecondGradeMaxDifference: [0, 1000],
  ...{ StaffSessionHours: [1, 12], StaffIdleMinutes: [5, 120], StaffReauthMinutes: [1, 30] },
  ...{ StaffDigestHour: [0, 23], StaffReadAlert: [1, 10_000], StaffIdpRecheckMinutes: [5, 240] },
  ...{ ClassHoldMinutes: [1, 1440], PaymentDeadlineDays: [0, 365], SlipDueDays: [0, 60] },
  ...{ PixExpirationMinutes: [1, 10_080], LateResultGraceDays: [0, 60], CardAttemptLimit: [1, 20] },
  ...{ MinInstallmentAmount: [0, 1_000_000], InstallmentDueDay: [1, 28], AccessKeyTtlDays: [1, 365] },
  ...{ MaxActiveSubscriptions: [1, 100], RetentionMonthsNotEnrolled: [1, 240] },
  ...{ ClaimMinutes: [1, 120], ReviewTargetHours: [1, 720], ExportKeepHours: [1, 72] },
  ...{ RefundSecondPersonAbove: [0, 1_000_000], ManualSettlementSecondPersonAbove: [0, 1_000_000] },
};

describe('values at their limits', () => {
  const accepted = (name: ParameterName, values: readonly unknown[]) =>
    values.filter((value) => parameterProblem(name, value) === undefined);

  it.each(NAMES.filter((name) => ['int', 'dec', 'money'].includes(TABLE[name].type)))(
    '%s takes its least and its most, and nothing beyond',
    (name) => {
      const [least, most] = RANGES[name] ?? [Number.NaN, Number.NaN];
      expect(accepted(name, [least - 1, least, most, most + 1])).toEqual([least, most]);
    },
  );

  it('numbers may be written as text, in digits alone', () => {
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

  it('settings of several fields are no null, list or text', () => {
    expect(accepted('PaymentSettings', [null, [], 'x', 1, {}])).toEqual([{}]);
  });

  it('null stands for a setting nobody made', () => {
    const levels = { offer: { SlipDueDays: null }, tenant: { SlipDueDays: 5 } };
    expect(resolveParameter('SlipDueDays', levels)).toBe(5);
  });
});

describe('where parameters are set and who reads them', () => {
  const all = Object.entries(PARAMETERS as unknown as Record<ParameterName, Parameter>); // each has values of its own type
  const named = (wanted: (parameter: Parameter) => boolean) =>
    all.filter(([, parameter]) => wanted(parameter)).map(([name]) => name);

  it('thresholds of selection, payment accounts and security are not for the browser', () => {
    expect(named((parameter) => !parameter.public)).toEqual([
      ...['EnemMinAverage', 'EnemMinEssayScore', 'TestMinScore', 'EssayMinScore', 'EssayGradingMode'],
      ...['EssaySecondGrade', 'EssaySecondGradeMargin', 'EssaySecondGradeMaxDifference', 'EssayRubric'],
      ...['InterviewEmail', 'PaymentSettings', 'RevealUnknownUser', 'AccessKeyTtlDays'],
      ...['RetentionMonthsNotEnrolled', 'ClaimMinutes', 'ExportKeepHours', 'ReviewTargetHours'],
      'StaffMayCopyAccessLinks',
      ...['RefundSecondPersonAbove', 'ManualSettlementSecondPersonAbove'],
      ...['StaffSessionHours', 'StaffIdleMinutes', 'StaffReauthMinutes', 'StaffDigestHour'],
      ...['StaffReadAlert', 'StaffIdpRecheckMinutes'],
    ]);
  });

  it('each has the most specific level the specification allows', () => {
    expect(named(({ level }) => level === 'tenant')).toEqual([
      'ExportKeepHours',
      ...['StaffSessionHours', 'StaffIdleMinutes', 'StaffReauthMinutes', 'StaffDigestHour'],
      ...['StaffReadAlert', 'StaffIdpRecheckMinutes'],
      'TimeZone',
      'Holidays',
    ]);
    expect(named(({ level }) => level === 'host')).toEqual([
      ...['SelfRegistrationEnabled', 'CodeLoginEnabled', 'TestLoginEnabled', 'RevealUnknownUser'],
    ]);
    expect(named(({ level }) => level === 'institution')).toEqual([
      ...['PaymentSettings', 'PaymentDeadlineDays', 'SlipDueDays', 'PixExpirationMinutes'],
      ...['LateResultGraceDays', 'CardAttemptLimit', 'MinInstallmentAmount', 'InstallmentDueDay'],
      ...['ManualPaymentEnabled', 'AccessKeyTtlDays', 'MaxActiveSubscriptions', 'SupportWhatsapp'],
      ...['PrivacyPolicyUrl', 'DpoContact', 'RetentionMonthsNotEnrolled', 'ClaimMinutes'],
      ...['ReviewTargetHours', 'StaffMayCopyAccessLinks'],
      ...['RefundSecondPersonAbove', 'ManualSettlementSecondPersonAbove'],
    ]);
    expect(named(({ level }) => level === 'offer')).toHaveLength(34);
  });
});

describe('settings of one place', () => {
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
