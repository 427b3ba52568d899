import { textOf } from '@orbita/client/errors.ts';
import type { Answer } from '@orbita/protocol';
import { Choice, Choices } from '@orbita/ui/choice';
import { Empty } from '@orbita/ui/empty';
import { LoadFailed } from '@orbita/ui/load-failed';
import { Notice } from '@orbita/ui/notice';
import { PageHead } from '@orbita/ui/page';
import { Loading } from '@orbita/ui/skeleton';
import { SkeletonCard } from '@orbita/ui/skeleton-card';
import { useQuery } from '@tanstack/react-query';
import { call } from '../base/api.ts';
import { useDomainForm } from '../base/form.ts';
import { useTitle } from '../base/title.ts';
import { StepForm } from '../subscription/step-form.tsx';
import { StepFrame } from '../subscription/step-frame.tsx';
import type { StepProps } from '../subscription/step-props.ts';
import { classTexts as t } from '../texts/enrolment.ts';
import { classLines, placesOf } from './class-lines.tsx';
import { classesQuery } from './queries.ts';

type ClassChoice = Answer<'GET /candidate/subscriptions/{id}/classes'>;
type AcademicClass = ClassChoice['availableClasses'][number];

/** S-26: choose a class of the course, with the places left in each. */
export default function ClassStep(props: StepProps) {
  const { subscription, steps } = props;
  const classes = useQuery(classesQuery(subscription.id));
  if (classes.data?.slots) return <Choosing {...props} choice={classes.data} />;
  return (
    <StepFrame subscription={subscription} steps={steps}>
      <NothingToChoose
        choice={classes.data}
        failed={classes.isLoadingError}
        onRetry={() => classes.refetch()}
      />
    </StepFrame>
  );
}

type NothingProps = { choice: ClassChoice | undefined; failed: boolean; onRetry: () => unknown };

function NothingToChoose({ choice, failed, onRetry }: NothingProps) {
  useTitle(t.documentTitle);
  if (failed && !choice) {
    return (
      <>
        <PageHead title={t.title} />
        <LoadFailed title={t.loadFailed} onRetry={onRetry} />
      </>
    );
  }
  if (!choice) {
    return (
      <Loading label={t.loading}>
        <SkeletonCard />
        <SkeletonCard />
      </Loading>
    );
  }
  return (
    <>
      <PageHead title={t.title} />
      <Empty title={t.empty} mark="clock" />
    </>
  );
}

type Values = { classId: string };

function Choosing({ subscription, steps, reload, choice }: StepProps & { choice: ClassChoice }) {
  const form = useDomainForm<Values>(
    ({ classId }) => (classId ? [] : [{ field: 'classId', message: t.required }]),
    { classId: '' },
    { labels: { classId: t.legend } },
  );
  useTitle(t.documentTitle, form.summary.length > 0);
  const send = async ({ classId }: Values) => {
    try {
      await call('PUT /candidate/subscriptions/{id}/class', {
        params: { id: subscription.id },
        body: { academicClassId: Number(classId) },
      });
    } catch (error) {
      form.form.setValue('classId', '');
      throw error;
    } finally {
      // Also after an error, because the free places have changed.
      await reload();
    }
  };
  return (
    <StepForm
      subscription={subscription}
      steps={steps}
      title={t.title}
      lead={t.lead}
      form={form}
      send={send}
      action={t.choose}
      busy={t.choosing}
      failure={
        form.failure !== undefined && (
          <Notice kind="danger" role="alert" title={textOf(form.failure, t.failed)} />
        )
      }
    >
      <Choices legend={t.legend} legendHidden id="classId" error={form.errors.classId}>
        {choice.availableClasses.map((one) => (
          <Choice
            key={one.id}
            value={one.id}
            disabled={one.slots === 0}
            title={one.name}
            note={noteOf(one)}
            end={placesOf({ slots: choice.showInfo || one.slots === 0 ? one.slots : null })}
            {...form.register('classId')}
          />
        ))}
      </Choices>
    </StepForm>
  );
}

const noteOf = (one: AcademicClass) =>
  classLines(one).map((line) => (
    <span key={line} className="class-line">
      {line}
    </span>
  ));
