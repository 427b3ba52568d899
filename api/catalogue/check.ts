import { cnabProblems, slipsByFile } from '@orbita/domain/payment';
import {
  isParameterName,
  PARAMETER_LEVELS,
  PARAMETERS,
  type ParameterLevel,
  parameterProblem,
  type SettingLevels,
  settingsProblems,
} from '@orbita/domain/tenancy';
import { contractProblems } from '../contract/compile.ts';
import { type Catalogue, type Entry, KINDS, type Kind, keyOf } from './model.ts';
import { didYouMean, short } from './nearest.ts';

/** Reports what a rule finds; `index` is the entry's position in its list. */
export type Report = {
  /** True if the kind has an entry with this code, even an invalid one. */
  seen(kind: Kind, code: string): boolean;
  /** A suggestion of a similar code, or ''. */
  hint(kind: Kind, code: string): string;
  tenant(path: PropertyKey[], message: string): void;
  console(path: PropertyKey[], message: string): void;
  entry(kind: Kind, index: number, path: PropertyKey[], message: string): void;
};

type Rule = (catalogue: Catalogue, report: Report) => void;

const each = <K extends Kind>(
  catalogue: Catalogue,
  kind: K,
  look: (entry: Entry<K>, index: number) => void,
) => {
  for (const [index, entry] of (catalogue[kind] as Entry<K>[]).entries()) look(entry, index);
};

/** Fields that reference an entry of another kind. */
const REFERENCES: { kind: Kind; field: string; to: Kind }[] = [
  { kind: 'hosts', field: 'institution', to: 'institutions' },
  { kind: 'poles', field: 'institution', to: 'institutions' },
  { kind: 'courses', field: 'institution', to: 'institutions' },
  { kind: 'intakes', field: 'institution', to: 'institutions' },
  { kind: 'offers', field: 'institution', to: 'institutions' },
  { kind: 'offers', field: 'ingressMode', to: 'ingressModes' },
  { kind: 'offers', field: 'contract', to: 'contracts' },
  { kind: 'offers', field: 'documents', to: 'documentSets' },
  { kind: 'offers', field: 'questionnaire', to: 'questionnaires' },
  { kind: 'offers', field: 'essayThemes', to: 'essayThemes' },
  { kind: 'disciplines', field: 'course', to: 'courses' },
  { kind: 'electives', field: 'course', to: 'courses' },
  { kind: 'classes', field: 'offer', to: 'offers' },
  { kind: 'classes', field: 'pole', to: 'poles' },
  { kind: 'schedules', field: 'offer', to: 'offers' },
  { kind: 'schedules', field: 'pole', to: 'poles' },
  { kind: 'prices', field: 'institution', to: 'institutions' },
  { kind: 'prices', field: 'course', to: 'courses' },
  { kind: 'prices', field: 'pole', to: 'poles' },
  { kind: 'vouchers', field: 'institutions', to: 'institutions' },
  { kind: 'vouchers', field: 'courses', to: 'courses' },
  { kind: 'support', field: 'institution', to: 'institutions' },
];

type Seen = Pick<Report, 'seen' | 'hint'>;
type Named = { to: Kind; code: unknown; path: PropertyKey[] };

const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

/** Courses and poles referenced within an offer. */
const namedByOffer = (offer: object): Named[] =>
  listed(fieldOf(offer, 'courses')).flatMap((course, at): Named[] => [
    { to: 'courses', code: fieldOf(course, 'course'), path: ['courses', at, 'course'] },
    ...listed(fieldOf(course, 'poles')).map(
      (place, inner): Named => ({
        to: 'poles',
        code: fieldOf(place, 'pole'),
        path: ['courses', at, 'poles', inner, 'pole'],
      }),
    ),
  ]);

/** Fields of an entry that reference an undefined code; also works on entries with an invalid shape. */
export function danglingFields(
  kind: Kind,
  entry: object,
  { seen, hint }: Seen,
): { path: PropertyKey[]; message: string }[] {
  const named = REFERENCES.filter((reference) => reference.kind === kind).flatMap(
    ({ field, to }): Named[] => {
      const value = fieldOf(entry, field);
      return Array.isArray(value)
        ? value.map((code, at) => ({ to, code, path: [field, at] }))
        : [{ to, code: value, path: [field] }];
    },
  );
  return [...named, ...(kind === 'offers' ? namedByOffer(entry) : [])]
    .filter(({ to, code }) => typeof code === 'string' && !seen(to, code))
    .map(({ to, code, path }) => ({
      path,
      message: `${to} has no ${short(String(code))}${hint(to, String(code))}`,
    }));
}

const references: Rule = (catalogue, report) => {
  for (const [index, { institutions }] of catalogue.console.groups.entries())
    for (const [at, code] of (institutions ?? []).entries())
      if (!report.seen('institutions', code))
        report.console(
          ['groups', index, 'institutions', at],
          `institutions has no ${code}${report.hint('institutions', code)}`,
        );
  for (const kind of KINDS) {
    each(catalogue, kind, (entry, index) => {
      for (const { path, message } of danglingFields(kind, entry, report))
        report.entry(kind, index, path, message);
    });
  }
};

type Owned = 'courses' | 'poles';

/** The institution of each course or pole, by code. */
const owners = (catalogue: Catalogue, kind: Owned): Map<string, string> =>
  new Map((catalogue[kind] as Entry<Owned>[]).map(({ code, institution }) => [code, institution]));

const offerParts: Rule = (catalogue, report) => {
  const institutions = { courses: owners(catalogue, 'courses'), poles: owners(catalogue, 'poles') };
  const modes = new Map(catalogue.ingressModes.map(({ code, kind }) => [code, kind]));
  each(catalogue, 'offers', (offer, index) => {
    const own = (kind: Owned, code: string, path: PropertyKey[]) => {
      const institution = institutions[kind].get(code);
      if (institution && institution !== offer.institution) {
        report.entry('offers', index, path, `${code} belongs to ${institution}, not to ${offer.institution}`);
      }
    };
    const courses = new Set<string>();
    for (const [at, { course, poles }] of offer.courses.entries()) {
      if (courses.has(course))
        report.entry('offers', index, ['courses', at, 'course'], `${course} is there twice`);
      courses.add(course);
      own('courses', course, ['courses', at, 'course']);
      const known = new Set<string>();
      for (const [place, { pole }] of poles.entries()) {
        const path = ['courses', at, 'poles', place, 'pole'];
        if (known.has(pole)) report.entry('offers', index, path, `${pole} is there twice`);
        known.add(pole);
        own('poles', pole, path);
      }
    }
    if (offer.requiredSchooling !== null && offer.type !== 3) {
      report.entry('offers', index, ['requiredSchooling'], 'only an extension (type 3) may ask for it');
    }
    if (modes.get(offer.ingressMode) === 'online-essay' && offer.essayThemes.length === 0) {
      report.entry('offers', index, ['essayThemes'], 'an offer with an essay needs a theme');
    }
  });
};

/** A test or class at a place where the offer has no course would be of no use to anyone (TR-30, TR-75). */
const placesOfOffers: Rule = (catalogue, report) => {
  const places = new Map(
    catalogue.offers.map(({ code, courses }) => [
      code,
      new Set(courses.flatMap(({ poles }) => poles.map(({ pole }) => pole))),
    ]),
  );
  const look = (kind: 'schedules' | 'classes') =>
    each(catalogue, kind, (entry, index) => {
      const known = places.get(entry.offer);
      if (known && report.seen('poles', entry.pole) && !known.has(entry.pole))
        report.entry(kind, index, ['pole'], `${entry.offer} has no course at ${entry.pole}`);
    });
  look('schedules');
  look('classes');
};

const intakes: Rule = (catalogue, report) => {
  const known = new Set(catalogue.intakes.map((intake) => keyOf('intakes', intake)));
  const codes = new Set(catalogue.intakes.map(({ code }) => code));
  const courses = owners(catalogue, 'courses');
  each(catalogue, 'intakes', (intake, index) => {
    if (intake.start > intake.end) report.entry('intakes', index, ['end'], 'ends before it starts');
  });
  const demand = (kind: Kind, index: number, institution: string | undefined, code: string) => {
    const refused = report.seen('intakes', code) && !codes.has(code);
    if (institution && !refused && !known.has(`${institution}/${code}`)) {
      const hint = report.seen('intakes', code) ? '' : report.hint('intakes', code);
      report.entry(kind, index, ['intake'], `intakes has no ${code} of ${institution}${hint}`);
    }
  };
  each(catalogue, 'offers', (offer, index) => demand('offers', index, offer.institution, offer.intake));
  each(catalogue, 'prices', (price, index) => demand('prices', index, price.institution, price.intake));
  each(catalogue, 'disciplines', (discipline, index) =>
    demand('disciplines', index, courses.get(discipline.course), discipline.intake),
  );
  each(catalogue, 'electives', (rule, index) =>
    demand('electives', index, courses.get(rule.course), rule.intake),
  );
};

/** Two prices for the same place, kind and number of instalments would be ambiguous. */
const prices: Rule = (catalogue, report) => {
  const known = new Map<string, string>();
  const courses = owners(catalogue, 'courses');
  each(catalogue, 'prices', (price, index) => {
    const instalments = price.kind === 'enrollment' ? price.plan.length : 'any';
    const place = [price.institution, price.course, price.intake, price.pole, price.kind, instalments].join(
      ' ',
    );
    const first = known.get(place);
    if (first) report.entry('prices', index, [], `overlaps price ${first}`);
    known.set(place, price.code);
    const owner = courses.get(price.course);
    if (owner && owner !== price.institution) {
      report.entry(
        'prices',
        index,
        ['course'],
        `${price.course} belongs to ${owner}, not to ${price.institution}`,
      );
    }
    if (price.discount + price.conditionalDiscount > Math.min(...price.plan)) {
      report.entry('prices', index, ['conditionalDiscount'], 'discounts exceed an instalment');
    }
    const { next } = price;
    if (next && next.discount + next.conditionalDiscount > Math.min(...next.plan))
      report.entry('prices', index, ['next', 'conditionalDiscount'], 'discounts exceed an instalment');
    if (next && price.kind === 'enrollment' && next.plan.length !== price.plan.length)
      report.entry('prices', index, ['next', 'plan'], 'needs as many instalments as before');
  });
};

const periods: Rule = (catalogue, report) => {
  const codes = new Map<string, number>();
  each(catalogue, 'vouchers', (voucher, index) => {
    if (voucher.from > voucher.to) report.entry('vouchers', index, ['to'], 'ends before it starts');
    // Candidates may type voucher codes in upper or lower case.
    const upper = voucher.code.toUpperCase();
    if (codes.has(upper) && catalogue.vouchers[codes.get(upper) ?? 0]?.code !== voucher.code) {
      report.entry('vouchers', index, ['code'], `${voucher.code} is there twice`);
    }
    codes.set(upper, index);
  });
  each(catalogue, 'classes', (entry, index) => {
    if (entry.startTime && entry.endTime && entry.startTime >= entry.endTime) {
      report.entry('classes', index, ['endTime'], 'ends before it starts');
    }
  });
};

const documents: Rule = (catalogue, report) => {
  each(catalogue, 'documentSets', (set, index) => {
    const known = new Set<string>();
    const inStage = new Set(set.items.map(({ stage, code }) => `${stage} ${code}`));
    for (const [at, item] of set.items.entries()) {
      if (known.has(item.code))
        report.entry('documentSets', index, ['items', at, 'code'], `${item.code} is there twice`);
      known.add(item.code);
      const { minAge = 0, maxAge = 999 } = item.when;
      if (minAge > maxAge)
        report.entry('documentSets', index, ['items', at, 'when', 'maxAge'], 'is below minAge');
      for (const [place, other] of (item.coveredBy?.items ?? []).entries()) {
        if (!inStage.has(`${item.stage} ${other}`) || other === item.code)
          report.entry(
            'documentSets',
            index,
            ['items', at, 'coveredBy', 'items', place],
            `${other} is no other document of this set and stage`,
          );
      }
    }
  });
};

const UNSAFE_HTML =
  /<\s*(script|iframe|object|embed|form|link|style|meta|base|img)\b|\son\w+\s*=|javascript:/i;

const contracts: Rule = (catalogue, report) => {
  each(catalogue, 'contracts', (contract, index) => {
    const unsafe = UNSAFE_HTML.exec(contract.html);
    if (unsafe) report.entry('contracts', index, ['file'], `must not contain ${unsafe[0].trim()}`);
    for (const problem of contractProblems(contract.html))
      report.entry('contracts', index, ['file'], problem);
    if (!contract.html.trim()) report.entry('contracts', index, ['file'], 'has no text');
  });
};

const parameters: Rule = (catalogue, report) => {
  const look = (
    given: Record<string, unknown>,
    level: ParameterLevel,
    complain: (path: PropertyKey[], message: string) => void,
  ) => {
    for (const [name, value] of Object.entries(given)) {
      const problem = parameterProblem(name, value);
      if (problem)
        complain(
          ['parameters', name],
          isParameterName(name) ? problem : `${problem}${didYouMean(name, Object.keys(PARAMETERS))}`,
        );
      else if (name === 'PaymentSettings') complain(['parameters', name], 'is given as payment');
      else if (
        isParameterName(name) &&
        PARAMETER_LEVELS.indexOf(PARAMETERS[name].level) > PARAMETER_LEVELS.indexOf(level)
      )
        complain(['parameters', name], `${name} cannot be set for an ${level}`);
    }
  };
  look(catalogue.tenant.parameters, 'tenant', report.tenant);
  const zone = parameterProblem('TimeZone', catalogue.tenant.timeZone);
  if (zone) report.tenant(['timeZone'], zone);
  for (const [kind, level] of [
    ['institutions', 'institution'],
    ['hosts', 'host'],
    ['offers', 'offer'],
  ] as const) {
    each(catalogue, kind, (entry, index) =>
      look(entry.parameters, level, (path, message) => report.entry(kind, index, path, message)),
    );
  }
  const tenant = catalogue.tenant.parameters;
  const contradictions = (kind: 'institutions' | 'offers', index: number, levels: SettingLevels) => {
    for (const { name, problem } of settingsProblems({ ...levels, tenant }))
      report.entry(kind, index, ['parameters', name], problem);
  };
  const institutions = new Map(catalogue.institutions.map(({ code, parameters: given }) => [code, given]));
  each(catalogue, 'institutions', (entry, index) =>
    contradictions('institutions', index, { institution: entry.parameters }),
  );
  each(catalogue, 'offers', (entry, index) => {
    if (Object.keys(entry.parameters).length === 0) return;
    const institution = institutions.get(entry.institution) ?? {};
    contradictions('offers', index, { offer: entry.parameters, institution });
  });
  each(catalogue, 'institutions', (institution, index) => {
    for (const name of ['PrivacyPolicyUrl', 'DpoContact']) {
      if (!(name in institution.parameters) && !(name in catalogue.tenant.parameters)) {
        report.entry('institutions', index, ['parameters'], `${name} is required (LGPD art. 41)`);
      }
    }
    const { creditCard, cardProvider, acquirersConfig } = institution.payment;
    if (creditCard && cardProvider && !acquirersConfig.some(({ provider }) => provider === cardProvider)) {
      report.entry(
        'institutions',
        index,
        ['payment', 'cardProvider'],
        `acquirersConfig has no ${cardProvider}`,
      );
    }
  });
};

/** Each host is looked up individually among those of all tenants. */
export const MOST_HOSTS = 200;

const hosts: Rule = ({ hosts: given }, report) => {
  if (given.length > MOST_HOSTS)
    report.entry('hosts', MOST_HOSTS, [], `há mais de ${MOST_HOSTS} endereços; tire os que não se usam`);
  // People must return to the host they left, because only there does the browser have the sign-in state.
  for (const [index, { host, social }] of given.entries())
    for (const [provider, { redirectUrl: url }] of Object.entries(social))
      if (!url.startsWith('/') && new URL(url).hostname !== host)
        report.entry('hosts', index, ['social', provider, 'redirectUrl'], `must be on ${host}`);
};

const slips: Rule = (catalogue, report) => {
  const owners = new Map<string, string>();
  each(catalogue, 'institutions', ({ code, payment }, index) => {
    const complain = (path: readonly string[], message: string) =>
      report.entry('institutions', index, ['payment', ...path], message);
    for (const { field, message } of cnabProblems(payment)) complain(field, message);
    if (!slipsByFile(payment) || !payment.slipAgreement) return;
    const { bank, agreement } = payment.slipAgreement;
    const owner = owners.get(`${bank} ${agreement}`);
    // Slip and file numbers are counted per agreement, and a return file identifies only the agreement.
    if (owner) complain(['slipAgreement'], `O convênio ${agreement} já é da instituição ${owner}.`);
    else owners.set(`${bank} ${agreement}`, code);
  });
};

const RULES: readonly Rule[] = [
  hosts,
  slips,
  references,
  offerParts,
  placesOfOffers,
  intakes,
  prices,
  periods,
  documents,
  contracts,
  parameters,
];

/** Rules across entries (spec 17.4); each rule reports everything it finds. */
export function checkCatalogue(catalogue: Catalogue, report: Report): void {
  for (const rule of RULES) {
    rule(catalogue, report);
  }
}
