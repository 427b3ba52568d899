import {
  isParameterName,
  PARAMETERS,
  type ParameterLevel,
  parameterProblem,
  type SettingLevels,
  settingsProblems,
} from '@orbita/domain/tenancy';
import { contractTextProblems } from '../../contract/index.ts';
import { type Catalogue, type Entry, KINDS, type Kind, keyOf } from './model.ts';

/** How a rule tells what it found; `index` is the place of the entry in its list. */
export type Complaints = {
  /** Whether a code is written anywhere for this kind, be its entry valid or not. */
  seen(kind: Kind, code: string): boolean;
  tenant(path: PropertyKey[], message: string): void;
  entry(kind: Kind, index: number, path: PropertyKey[], message: string): void;
};

type Rule = (catalogue: Catalogue, tell: Complaints) => void;

const each = <K extends Kind>(
  catalogue: Catalogue,
  kind: K,
  look: (entry: Entry<K>, index: number) => void,
) => {
  for (const [index, entry] of (catalogue[kind] as Entry<K>[]).entries()) look(entry, index);
};

const duplicates: Rule = (catalogue, tell) => {
  for (const kind of KINDS) {
    const known = new Set<string>();
    each(catalogue, kind, (entry, index) => {
      const key = keyOf(kind, entry);
      if (known.has(key)) tell.entry(kind, index, [], `${key} is there twice`);
      known.add(key);
    });
  }
};

/** Fields that name an entry of another kind. */
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

type Seen = Complaints['seen'];

/** Fields of an entry that name something nobody describes; works on entries whose shape is wrong as well. */
export function danglingFields(
  kind: Kind,
  entry: object,
  seen: Seen,
): { path: PropertyKey[]; message: string }[] {
  return REFERENCES.filter((reference) => reference.kind === kind).flatMap(({ field, to }) => {
    const value = (entry as Record<string, unknown>)[field];
    const named = Array.isArray(value)
      ? value.map((code, at) => ({ code, path: [field, at] }))
      : [{ code: value, path: [field] }];
    return named
      .filter(({ code }) => typeof code === 'string' && !seen(to, code))
      .map(({ code, path }) => ({ path, message: `${to} has no ${code}` }));
  });
}

const references: Rule = (catalogue, tell) => {
  for (const kind of KINDS) {
    each(catalogue, kind, (entry, index) => {
      for (const { path, message } of danglingFields(kind, entry, tell.seen))
        tell.entry(kind, index, path, message);
    });
  }
};

const institutionOf = (catalogue: Catalogue, kind: 'courses' | 'poles' | 'offers', code: string) =>
  (catalogue[kind] as { code: string; institution: string }[]).find((entry) => entry.code === code)
    ?.institution;

const offerParts: Rule = (catalogue, tell) => {
  each(catalogue, 'offers', (offer, index) => {
    const own = (kind: 'courses' | 'poles', code: string, path: PropertyKey[]) => {
      if (!tell.seen(kind, code)) return tell.entry('offers', index, path, `${kind} has no ${code}`);
      const institution = institutionOf(catalogue, kind, code);
      if (institution && institution !== offer.institution) {
        tell.entry('offers', index, path, `${code} belongs to ${institution}, not to ${offer.institution}`);
      }
    };
    const courses = new Set<string>();
    for (const [at, { course, poles }] of offer.courses.entries()) {
      if (courses.has(course))
        tell.entry('offers', index, ['courses', at, 'course'], `${course} is there twice`);
      courses.add(course);
      own('courses', course, ['courses', at, 'course']);
      const known = new Set<string>();
      for (const [place, { pole }] of poles.entries()) {
        const path = ['courses', at, 'poles', place, 'pole'];
        if (known.has(pole)) tell.entry('offers', index, path, `${pole} is there twice`);
        known.add(pole);
        own('poles', pole, path);
      }
    }
    const mode = catalogue.ingressModes.find((candidate) => candidate.code === offer.ingressMode);
    if (mode?.kind === 'online-essay' && offer.essayThemes.length === 0) {
      tell.entry('offers', index, ['essayThemes'], 'an offer with an essay needs a theme');
    }
  });
};

const intakes: Rule = (catalogue, tell) => {
  const known = new Set(catalogue.intakes.map((intake) => keyOf('intakes', intake)));
  each(catalogue, 'intakes', (intake, index) => {
    if (intake.start > intake.end) tell.entry('intakes', index, ['end'], 'ends before it starts');
  });
  const demand = (kind: Kind, index: number, institution: string | undefined, code: string) => {
    const refused = tell.seen('intakes', code) && !catalogue.intakes.some((intake) => intake.code === code);
    if (institution && !refused && !known.has(`${institution}/${code}`)) {
      tell.entry(kind, index, ['intake'], `intakes has no ${code} of ${institution}`);
    }
  };
  each(catalogue, 'offers', (offer, index) => demand('offers', index, offer.institution, offer.intake));
  each(catalogue, 'prices', (price, index) => demand('prices', index, price.institution, price.intake));
  each(catalogue, 'disciplines', (discipline, index) =>
    demand('disciplines', index, institutionOf(catalogue, 'courses', discipline.course), discipline.intake),
  );
  each(catalogue, 'electives', (rule, index) =>
    demand('electives', index, institutionOf(catalogue, 'courses', rule.course), rule.intake),
  );
};

/** Two prices for the same place, kind and number of instalments leave open what is to be paid. */
const prices: Rule = (catalogue, tell) => {
  const known = new Map<string, string>();
  each(catalogue, 'prices', (price, index) => {
    const instalments = price.kind === 'enrollment' ? price.plan.length : 'any';
    const place = [price.institution, price.course, price.intake, price.pole, price.kind, instalments].join(
      ' ',
    );
    const first = known.get(place);
    if (first) tell.entry('prices', index, [], `overlaps price ${first}`);
    known.set(place, price.code);
    const owner = institutionOf(catalogue, 'courses', price.course);
    if (owner && owner !== price.institution) {
      tell.entry(
        'prices',
        index,
        ['course'],
        `${price.course} belongs to ${owner}, not to ${price.institution}`,
      );
    }
    if (price.discount + price.conditionalDiscount > Math.min(...price.plan)) {
      tell.entry('prices', index, ['conditionalDiscount'], 'discounts exceed an instalment');
    }
  });
};

const periods: Rule = (catalogue, tell) => {
  const codes = new Map<string, number>();
  each(catalogue, 'vouchers', (voucher, index) => {
    if (voucher.from > voucher.to) tell.entry('vouchers', index, ['to'], 'ends before it starts');
    // Candidates type them in any case.
    const upper = voucher.code.toUpperCase();
    if (codes.has(upper) && catalogue.vouchers[codes.get(upper) ?? 0]?.code !== voucher.code) {
      tell.entry('vouchers', index, ['code'], `${voucher.code} is there twice`);
    }
    codes.set(upper, index);
  });
  each(catalogue, 'classes', (entry, index) => {
    if (entry.startTime && entry.endTime && entry.startTime >= entry.endTime) {
      tell.entry('classes', index, ['endTime'], 'ends before it starts');
    }
  });
};

const documents: Rule = (catalogue, tell) => {
  each(catalogue, 'documentSets', (set, index) => {
    const known = new Set<string>();
    for (const [at, item] of set.items.entries()) {
      if (known.has(item.code))
        tell.entry('documentSets', index, ['items', at, 'code'], `${item.code} is there twice`);
      known.add(item.code);
      const { minAge = 0, maxAge = 999 } = item.when;
      if (minAge > maxAge)
        tell.entry('documentSets', index, ['items', at, 'when', 'maxAge'], 'is below minAge');
    }
  });
};

const UNSAFE_HTML =
  /<\s*(script|iframe|object|embed|form|link|style|meta|base|img)\b|\son\w+\s*=|javascript:/i;

const contracts: Rule = (catalogue, tell) => {
  each(catalogue, 'contracts', (contract, index) => {
    const unsafe = UNSAFE_HTML.exec(contract.html);
    if (unsafe) tell.entry('contracts', index, ['file'], `must not contain ${unsafe[0].trim()}`);
    for (const problem of contractTextProblems(contract.html))
      tell.entry('contracts', index, ['file'], problem);
    if (!contract.html.trim()) tell.entry('contracts', index, ['file'], 'has no text');
  });
};

const LEVELS: ParameterLevel[] = ['offer', 'institution', 'host', 'tenant'];
const parameters: Rule = (catalogue, tell) => {
  const look = (
    given: Record<string, unknown>,
    level: ParameterLevel,
    complain: (path: PropertyKey[], message: string) => void,
  ) => {
    for (const [name, value] of Object.entries(given)) {
      const problem = parameterProblem(name, value);
      if (problem) complain(['parameters', name], problem);
      else if (name === 'PaymentSettings') complain(['parameters', name], 'is given as payment');
      else if (isParameterName(name) && LEVELS.indexOf(PARAMETERS[name].level) > LEVELS.indexOf(level)) {
        complain(['parameters', name], `${name} cannot be set for an ${level}`);
      }
    }
  };
  look(catalogue.tenant.parameters, 'tenant', tell.tenant);
  const zone = parameterProblem('TimeZone', catalogue.tenant.timeZone);
  if (zone) tell.tenant(['timeZone'], zone);
  for (const [kind, level] of [
    ['institutions', 'institution'],
    ['hosts', 'host'],
    ['offers', 'offer'],
  ] as const) {
    each(catalogue, kind, (entry, index) =>
      look(entry.parameters, level, (path, message) => tell.entry(kind, index, path, message)),
    );
  }
  const tenant = catalogue.tenant.parameters;
  const contradictions = (kind: 'institutions' | 'offers', index: number, levels: SettingLevels) => {
    for (const { name, problem } of settingsProblems({ ...levels, tenant }))
      tell.entry(kind, index, ['parameters', name], problem);
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
        tell.entry('institutions', index, ['parameters'], `${name} is required (LGPD art. 41)`);
      }
    }
    const { creditCard, cardProvider, acquirersConfig } = institution.payment;
    if (creditCard && cardProvider && !acquirersConfig.some(({ provider }) => provider === cardProvider)) {
      tell.entry(
        'institutions',
        index,
        ['payment', 'cardProvider'],
        `acquirersConfig has no ${cardProvider}`,
      );
    }
  });
};

/** Rules that hold between entries (spec 17.4); each tells all it finds. */
export function checkCatalogue(catalogue: Catalogue, tell: Complaints): void {
  for (const rule of [
    duplicates,
    references,
    offerParts,
    intakes,
    prices,
    periods,
    documents,
    contracts,
    parameters,
  ]) {
    rule(catalogue, tell);
  }
}
