import { type ComparedWith, comparedWith } from '@orbita/domain/document';
import { RELATIONSHIPS } from '@orbita/domain/enrolment';
import { formatCpf } from '@orbita/domain/foundation';
import { countryName, FOREIGN_ADDRESS_LABELS } from '@orbita/domain/person';
import sql from 'sql-template-tag';
import { type ForeignAddressRow, selectForeignAddress } from '../../person/store.ts';
import type { Runner } from '../../platform/database/types.ts';

type Subject = {
  name: string;
  social_name: string | null;
  birth_date: string | null;
  rg: string | null;
  rg_issuer: string | null;
  rg_state: string | null;
  cpf: string | null;
  mother_name: string | null;
  street: string | null;
  number: string | null;
  complement: string | null;
  neighborhood: string | null;
  city: string | null;
  state: string | null;
  zip_code: string | null;
  foreign_address: ForeignAddressRow | null;
  school_name: string | null;
  school_year: number | null;
  institution_name: string | null;
  course_name: string | null;
  guardian_name: string | null;
  guardian_cpf: string | null;
  relationship: string | null;
};

const dayOf = (day: string | null) => day?.split('-').reverse().join('/') ?? null;
const joined = (parts: readonly (string | null)[], by: string) =>
  parts.filter((part) => part?.trim()).join(by) || null;
const relationshipOf = (code: string | null) => RELATIONSHIPS.find((one) => one.code === code)?.label ?? code;

type Lines = readonly (readonly [label: string, value: string | null])[];
const names = (of: Subject): Lines => [
  ['Nome', of.name],
  ['Nome social', of.social_name],
];

const abroadLines = (address: ForeignAddressRow): Lines => [
  [FOREIGN_ADDRESS_LABELS.street, joined([address.street, address.complement], ', ')],
  [FOREIGN_ADDRESS_LABELS.city, joined([address.city, address.region], ', ')],
  [FOREIGN_ADDRESS_LABELS.postalCode, address.postalCode],
  [FOREIGN_ADDRESS_LABELS.country, countryName(address.country)],
];

/** What is shown next to each kind of document: nothing it can't prove (spec 25.8). */
const LINES: Record<ComparedWith, (of: Subject) => Lines> = {
  identity: (of) => [
    ...names(of),
    ['Data de nascimento', dayOf(of.birth_date)],
    ['RG', joined([of.rg, of.rg_issuer, of.rg_state], ' ')],
    ['CPF', of.cpf && formatCpf(of.cpf)],
    ['Nome da mãe', of.mother_name],
  ],
  cpf: (of) => [
    ['CPF', of.cpf && formatCpf(of.cpf)],
    ['Nome', of.name],
  ],
  address: (of) =>
    of.foreign_address
      ? abroadLines(of.foreign_address)
      : [
          ['Rua', joined([of.street, of.number, of.complement], ', ')],
          ['Bairro', of.neighborhood],
          ['Cidade', joined([of.city, of.state], ' – ')],
          ['CEP', of.zip_code && `${of.zip_code.slice(0, 5)}-${of.zip_code.slice(5)}`],
        ],
  school: (of) => [
    ['Nome', of.name],
    ['Escola', of.school_name],
    ['Ano de conclusão', of.school_year?.toString() ?? null],
  ],
  diploma: (of) => [
    ['Instituição', of.institution_name],
    ['Curso', of.course_name],
    ['Ano de conclusão', of.school_year?.toString() ?? null],
  ],
  guardian: (of) => [
    ['Nome do responsável', of.guardian_name],
    ['CPF do responsável', of.guardian_cpf && formatCpf(of.guardian_cpf)],
    ['Parentesco', relationshipOf(of.relationship)],
  ],
  name: (of) => [['Nome', of.name]],
};

/** A person's answers that a document with this code can prove; unanswered ones are left out. */
export async function compareLines(
  on: Runner,
  { code, subscriptionId }: { code: string; subscriptionId: number },
): Promise<{ label: string; value: string }[]> {
  const of = await on.one<Subject>(sql`
    select p.name, p.social_name, p.birth_date, p.rg, p.rg_issuer, p.rg_state, p.cpf, p.mother_name,
      a.street, a.number, a.complement, a.neighborhood, c.name as city, st.uf as state, a.zip_code,
      ${selectForeignAddress} as foreign_address,
      x.school_name, x.conclusion_year as school_year,
      coalesce(x.institution_name, q.answers->'graduate'->0->>'institution') as institution_name,
      coalesce(x.course_name, q.answers->'graduate'->0->>'course') as course_name,
      g.name as guardian_name, g.cpf as guardian_cpf, g.relationship
    from subscription s
    join person p on p.tenant_id = s.tenant_id and p.id = s.person_id
    left join person_address a on a.tenant_id = p.tenant_id and a.person_id = p.id
    left join city c on c.id = a.city_id
    left join state st on st.id = c.state_id
    left join schooling x on x.tenant_id = s.tenant_id and x.subscription_id = s.id
    left join questionnaire q on q.tenant_id = s.tenant_id and q.subscription_id = s.id
    left join guardian g on g.tenant_id = s.tenant_id and g.subscription_id = s.id
    where s.tenant_id = ${on.tenantId} and s.id = ${subscriptionId}`);
  if (!of) return [];
  return LINES[comparedWith(code)](of).flatMap(([label, value]) => (value?.trim() ? [{ label, value }] : []));
}
