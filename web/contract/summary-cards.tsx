import { GUARDIAN_LABELS, RELATIONSHIPS, schoolingAnswers, schoolingKind } from '@orbita/domain/enrolment';
import { formatCpf, formatDate, formatPhone } from '@orbita/domain/foundation';
import { addressLine, countryName, personalAnswers } from '@orbita/domain/person';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import type { PartProps } from '../enrolment/data-step.tsx';
import { disciplinesQuery } from '../enrolment/queries.ts';
import { type Part, partPath } from '../enrolment/way.ts';
import { contractTexts as t } from '../texts/contract.ts';
import { disciplineTexts } from '../texts/enrolment.ts';
import { Card } from '../ui/card.tsx';
import { type Fact, Facts } from '../ui/facts.tsx';
import { LinkAction } from '../ui/link-action.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';

type CardProps = { title: string; edit?: string | undefined; children: ReactNode };

function SummaryCard({ title, edit, children }: CardProps) {
  const id = useId();
  return (
    <Card aria-labelledby={id}>
      <div className={edit ? 'row row--between row--close' : undefined}>
        <h2 className="h3" id={id}>
          {title}
        </h2>
        {edit && (
          <LinkAction href={edit}>
            <span>
              {t.edit}
              <VisuallyHidden> {title.toLowerCase()}</VisuallyHidden>
            </span>
          </LinkAction>
        )}
      </div>
      {children}
    </Card>
  );
}

type SummaryProps = Pick<PartProps, 'subscription' | 'person' | 'data'> & {
  /** True when nothing can be changed any more. */
  closed?: boolean;
};

/** All choices and data; before the contract each card links to the page where it can be edited. */
export function SummaryCards(props: SummaryProps) {
  const { subscription, data } = props;
  const edit = (part: Part) => (props.closed ? undefined : partPath(subscription, part));
  return (
    <>
      <SummaryCard title={t.course}>
        <Facts pairs facts={courseFacts(subscription)} />
      </SummaryCard>
      <SummaryCard title={t.personal} edit={edit('personal')}>
        <Facts pairs asWritten facts={personalFacts(props.person)} />
      </SummaryCard>
      <SummaryCard title={t.schooling} edit={edit('schooling')}>
        <SchoolingFacts {...props} />
      </SummaryCard>
      {data.useDisciplines && (
        <SummaryCard title={t.disciplines} edit={edit('disciplines')}>
          <DisciplineFacts id={subscription.id} />
        </SummaryCard>
      )}
      {data.minor && data.guardian && (
        <SummaryCard title={t.guardian} edit={edit('guardian')}>
          <Facts pairs asWritten facts={guardianFacts(data.guardian)} />
        </SummaryCard>
      )}
    </>
  );
}

const courseFacts = (s: PartProps['subscription']): Fact[] => [
  {
    label: s.displayCampus ? t.courseAndPlace : t.courseOnly,
    value: s.displayCampus ? `${s.courseName}, ${s.campusPolo}` : s.courseName,
  },
  { label: t.ingress, value: s.ingressMode },
  { label: t.modality, value: s.modalityDescription },
  ...(s.intake.classStartDate ? [{ label: t.classStart, value: formatDate(s.intake.classStartDate) }] : []),
  ...(s.offer.requiresClass ? [{ label: t.class, value: t.classRules }] : []),
];

/** What is studied in the first period, as it was chosen; accepted ones are not studied again. */
function DisciplineFacts({ id }: { id: number }) {
  const { data } = useQuery(disciplinesQuery(id));
  const taken = (data?.disciplines ?? []).filter((one) => one.mandatory || one.accepted || one.chosen);
  const kindOf = ({ accepted, mandatory }: (typeof taken)[number]) => {
    if (accepted) return disciplineTexts.kinds.accepted;
    return mandatory ? disciplineTexts.kinds.mandatory : disciplineTexts.kinds.elective;
  };
  return <Facts pairs facts={taken.map((one) => ({ label: one.name, value: kindOf(one) }))} />;
}

const personalFacts = (person: PartProps['person']): Fact[] =>
  personalAnswers(person, { country: countryName }).map(({ label, answer }) => ({
    label,
    value: answer,
  }));

const guardianFacts = (guardian: NonNullable<PartProps['data']['guardian']>): Fact[] => [
  {
    label: GUARDIAN_LABELS.relationship,
    value: RELATIONSHIPS.find(({ code }) => code === guardian.relationship)?.label ?? guardian.relationship,
  },
  { label: GUARDIAN_LABELS.name, value: guardian.name },
  { label: GUARDIAN_LABELS.cpf, value: formatCpf(guardian.cpf) },
  { label: GUARDIAN_LABELS.birthDate, value: formatDate(guardian.birthDate) },
  { label: GUARDIAN_LABELS.email, value: guardian.email },
  { label: GUARDIAN_LABELS.cellPhone, value: formatPhone(guardian.cellPhone) },
];

function SchoolingFacts({ subscription, person, data }: SummaryProps) {
  const answers = data.schooling
    ? schoolingAnswers(schoolingKind(subscription.applicationType), data.schooling, data.schoolPlace)
    : [];
  const address = person.personAddress;
  const home = address && { name: address.city.name, uf: address.city.state.uf };
  return (
    <Facts
      pairs
      facts={[
        ...answers.map(({ label, answer }) => ({ label, value: answer })),
        ...(address ? [{ label: t.address, value: addressLine(address, home) }] : []),
      ]}
    />
  );
}
