import { firstName, formatDate, formatMoney, toCents } from '@orbita/domain/foundation';
import { methodShown } from '@orbita/domain/payment';
import { type ActionItem, ActionList } from '@orbita/ui/action-list';
import { GoodNews } from '@orbita/ui/good-news';
import { CapIcon } from '@orbita/ui/icons/cap';
import { CheckCircleIcon } from '@orbita/ui/icons/check-circle';
import { DownloadIcon } from '@orbita/ui/icons/download';
import { FileIcon } from '@orbita/ui/icons/file';
import { LayersIcon } from '@orbita/ui/icons/layers';
import { Notice } from '@orbita/ui/notice';
import { Pass } from '@orbita/ui/pass';
import { WithName } from '@orbita/ui/with-name';
import { useQuery } from '@tanstack/react-query';
import { settings } from '../../base/settings.ts';
import { useTitle } from '../../base/title.ts';
import { tenantDate } from '../../base/zone.ts';
import { useContractCopy } from '../../document/contract-copy.ts';
import { usePrint } from '../../document/print-ticket.ts';
import { documentsQuery } from '../../document/queries.ts';
import { classesQuery } from '../../enrolment/queries.ts';
import { paymentsQuery } from '../../payment/queries.ts';
import { useConcludedTags } from '../../tenancy/use-tags.ts';
import { contractCopyTexts } from '../../texts/document.ts';
import { enrolledTexts as t } from '../../texts/subscription.ts';
import './enrolled.css';
import { viewOf } from '../drawn-steps.ts';
import type { Subscription } from '../queries.ts';
import { StepPage, SupportCard } from '../step-frame.tsx';
import { StepNews } from '../step-news.tsx';
import type { StepProps } from '../step-props.ts';

/** S-32: the journey is complete; the student number appears by itself. */
export default function EnrolledStep({ subscription, steps }: StepProps) {
  useTitle(t.documentTitle);
  useConcludedTags();
  const { studentLyceumId } = subscription;
  const chosen = useQuery({
    ...classesQuery(subscription.id),
    enabled: subscription.academicClassId !== null,
  });
  return (
    <StepPage subscription={subscription} steps={steps}>
      <GoodNews
        mark="cap"
        title={
          <>
            <WithName text={t.congratulations} name={firstName(subscription.personName)} />{' '}
            <span className="good-news__then">{t.done}</span>
          </>
        }
      >
        <p className="page__lead" role="status">
          {studentLyceumId ? <WithName text={t.number} name={studentLyceumId} /> : t.numberPending}
        </p>
      </GoodNews>
      <StepNews subscription={subscription} />
      <Pass
        label={t.pass}
        issuer={settings.brandName}
        title={subscription.courseName}
        facts={passFacts(subscription, chosen.data?.selectedClass?.name)}
      />
      <Keep subscription={subscription} steps={steps} />
      <div className="only-narrow">
        <SupportCard subscription={subscription} />
      </div>
    </StepPage>
  );
}

function passFacts(subscription: Subscription, className: string | undefined) {
  const start = subscription.academicClassDate ?? subscription.intake.classStartDate;
  return [
    { label: t.numberLabel, value: subscription.studentLyceumId ?? t.soon },
    ...(className ? [{ label: t.class, value: className }] : []),
    ...(start ? [{ label: t.classStart, value: formatDate(start) }] : []),
    ...(subscription.displayCampus ? [{ label: t.campus, value: subscription.campusPolo }] : []),
    { label: t.modality, value: subscription.modalityDescription },
  ];
}

/** Copies to keep; each opens a printable page. */
function Keep({ subscription, steps }: Pick<StepProps, 'subscription' | 'steps'>) {
  const payments = useQuery(paymentsQuery(subscription.id));
  const documents = useQuery(documentsQuery(subscription.id));
  const { print, problem: printing } = usePrint();
  const copy = useContractCopy(subscription.id);
  const problem = printing ?? copy.problem;
  const { id } = subscription;
  const paid = payments.data?.find(({ state, purpose }) => state === 'paid' && purpose === 'enrollment');
  const step = steps.find(({ code }) => code === 'documents');
  const sent = step && viewOf(step);
  const approved = documents.data?.filter(({ state }) => state === 'approved').length ?? 0;
  const items: ActionItem[] = [
    {
      key: 'contract',
      icon: FileIcon,
      title: t.contract,
      note: t.contractNote,
      onClick: () => void print({ kind: 'contract', subscriptionId: id }),
    },
    ...(copy.state === 'none'
      ? []
      : [
          {
            key: 'contract-pdf',
            icon: DownloadIcon,
            title: contractCopyTexts.download,
            ...(copy.state === 'ready'
              ? { note: contractCopyTexts.note, onClick: () => void copy.download() }
              : { note: contractCopyTexts.preparing }),
          },
        ]),
    ...(paid
      ? [
          {
            key: 'receipt',
            icon: CheckCircleIcon,
            title: t.receipt,
            note: [
              formatMoney(toCents(paid.amount)),
              methodShown({ ...paid, cents: toCents(paid.amount) }),
              ...(paid.paidAt ? [tenantDate(paid.paidAt)] : []),
            ].join(' · '),
            onClick: () => void print({ kind: 'receipt', subscriptionId: id, refId: paid.paymentId }),
          },
        ]
      : []),
    {
      key: 'proof',
      icon: CapIcon,
      title: t.proof,
      note: t.proofNote,
      onClick: () => void print({ kind: 'enrolment-proof', subscriptionId: id }),
    },
    ...(sent && approved > 0
      ? [
          {
            key: 'documents',
            icon: LayersIcon,
            title: t.documents,
            note: t.documentsNote(approved),
            href: sent,
          },
        ]
      : []),
  ];
  return (
    <section className="stack" aria-labelledby="guardar">
      <h2 id="guardar">{t.keep}</h2>
      {problem && <Notice kind="danger" role="alert" title={problem} />}
      <ActionList items={items} />
    </section>
  );
}
