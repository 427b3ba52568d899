import { RELATIONSHIPS, schoolingAnswers, schoolingKind } from '@orbita/domain/enrolment';
import { formatCpf, formatDate, formatPhone } from '@orbita/domain/foundation';
import { addressLine, countryName, foreignAddressLine, personalAnswers } from '@orbita/domain/person';
import { Card } from '@orbita/ui/card';
import { Skeleton } from '@orbita/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import type { PartProps } from '../enrolment/part-props.ts';
import { disciplinesQuery } from '../enrolment/queries.ts';
import { type Part, partPath } from '../enrolment/way.ts';
import { contractTexts as t } from '../texts/contract.ts';
import { CourseGroup, Group, Line, type Said } from './review-group.tsx';

/** Keeps a CEP on one line with a word joiner, because not every font has the non-breaking hyphen. */
const unbroken = (line: string): string => line.replace(/(\d{5}-)(\d{3})$/, '$1\u2060$2');

type SummaryProps = Pick<PartProps, 'subscription' | 'person' | 'data'> & {
  /** True when nothing can be changed any more. */
  closed?: boolean;
};

/** All choices and data in one card of groups; before the contract each links to the page where it can be edited. */
export function SummaryCards(props: SummaryProps) {
  const { subscription, data } = props;
  const edit = (part: Part) => (props.closed ? undefined : partPath(subscription, part));
  return (
    <Card as="div" className="review">
      <CourseGroup
        name={subscription.courseName}
        place={subscription.displayCampus ? subscription.campusPolo : null}
        ingressMode={subscription.ingressMode}
        modality={subscription.modalityDescription}
        classStart={subscription.intake.classStartDate}
        classRules={subscription.offer.requiresClass && t.classRules}
      />
      <PersonGroup person={props.person} edit={edit('personal')} />
      <SchoolingGroup {...props} edit={edit('schooling')} />
      {data.useDisciplines && (
        <Group title={t.disciplines} edit={edit('disciplines')}>
          <Disciplines id={subscription.id} />
        </Group>
      )}
      {data.minor && data.guardian && <GuardianGroup guardian={data.guardian} edit={edit('guardian')} />}
    </Card>
  );
}

/** Answers that need no label beside the others of their group. */
const PLAIN: readonly string[] = [
  'rgIssuer',
  'rgState',
  'genderId',
  'email',
  'cellPhone',
  'phone',
  'schoolType',
  'stateId',
  'cityId',
  'courseName',
];

const saidOf = ({ field, label, answer }: { field: string; label: string; answer: string }): Said =>
  PLAIN.includes(field)
    ? { value: answer }
    : { label: t.short[field as keyof typeof t.short] ?? label, value: answer };

type Editable = { edit: string | undefined };

function PersonGroup({ person, edit }: Pick<SummaryProps, 'person'> & Editable) {
  const [name, ...others] = personalAnswers(person, { country: countryName });
  const contacts = ['email', 'cellPhone', 'phone'];
  const isContact = ({ field }: { field: string }) => contacts.includes(field);
  return (
    <Group title={t.personal} edit={edit} lead={name?.answer}>
      <Line facts={others.filter((one) => !isContact(one)).map(saidOf)} />
      <Line facts={others.filter(isContact).map(saidOf)} />
    </Group>
  );
}

function SchoolingGroup({ subscription, person, data, edit }: SummaryProps & Editable) {
  const kind = schoolingKind(subscription.applicationType);
  const [first, ...others] = data.schooling ? schoolingAnswers(kind, data.schooling, data.schoolPlace) : [];
  const { personAddress: address, foreignAddress: abroad } = person;
  const home = address && { name: address.city.name, uf: address.city.state.uf };
  return (
    <Group title={t.schooling} edit={edit} lead={first?.answer}>
      <Line facts={others.map(saidOf)} />
      {address && <p>{unbroken(addressLine(address, home))}</p>}
      {abroad && <p>{foreignAddressLine(abroad)}</p>}
    </Group>
  );
}

const KINDS = ['mandatory', 'elective', 'accepted'] as const;

/** The disciplines of the first period, as chosen; credited ones are not studied again. */
function Disciplines({ id }: { id: number }) {
  const { data } = useQuery(disciplinesQuery(id));
  if (!data) return <Skeleton height="1.5rem" />;
  const kindOf = ({ accepted, mandatory, chosen }: (typeof data.disciplines)[number]) => {
    if (accepted) return 'accepted';
    return mandatory ? 'mandatory' : chosen ? 'elective' : undefined;
  };
  return KINDS.map((kind) => {
    const names = data.disciplines.filter((one) => kindOf(one) === kind).map(({ name }) => name);
    return (
      names.length > 0 && <Line key={kind} facts={[{ label: t.kinds[kind], value: names.join(', ') }]} />
    );
  });
}

type GuardianProps = { guardian: NonNullable<PartProps['data']['guardian']> } & Editable;

function GuardianGroup({ guardian, edit }: GuardianProps) {
  const relationship = RELATIONSHIPS.find(({ code }) => code === guardian.relationship)?.label;
  return (
    <Group title={t.guardian} edit={edit} lead={guardian.name}>
      <Line
        facts={[
          { value: relationship ?? guardian.relationship },
          { label: 'CPF', value: formatCpf(guardian.cpf) },
          { label: t.short.birthDate, value: formatDate(guardian.birthDate) },
        ]}
      />
      <Line facts={[{ value: guardian.email }, { value: formatPhone(guardian.cellPhone) }]} />
    </Group>
  );
}
