import { INTERVIEW_PERIODS } from '@orbita/domain/admission';
import { formatDate } from '@orbita/domain/foundation';
import { Button, ButtonLink } from '@orbita/ui/button';
import { Card } from '@orbita/ui/card';
import { Facts } from '@orbita/ui/facts';
import { useHeadingFocus } from '@orbita/ui/heading-focus.ts';
import { Anchor } from '@orbita/ui/link';
import { Page } from '@orbita/ui/page';
import { LoadingForm } from '@orbita/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { tenantDate, tenantHour } from '../base/zone.ts';
import { StandstillFrame } from '../subscription/standstill-frame.tsx';
import type { StepProps } from '../subscription/step-props.ts';
import { interviewTexts as t } from '../texts/admission.ts';
import { InterviewForm } from './interview-form.tsx';
import { type Interview, interviewQuery } from './queries.ts';

/** S-22: request the interview, wait for the coordination, see when and where. */
export default function InterviewStep(props: StepProps) {
  const { subscription } = props;
  const { data, error } = useQuery(interviewQuery(subscription.id));
  if (error && !data) throw error;
  if (!data) {
    return (
      <Page width="task">
        <LoadingForm label={t.loading} fields={3} />
      </Page>
    );
  }
  return <Known {...props} interview={data} />;
}

type KnownProps = StepProps & { interview: Interview };

function Known(props: KnownProps) {
  const { state, appointment } = props.interview;
  const [asking, setAsking] = useState(false);
  useHeadingFocus(`${state}:${asking}`, { preventScroll: false });
  if (state === 'scheduled' && appointment && !asking)
    return <Scheduled {...props} onAgain={() => setAsking(true)} />;
  if (state === 'requested') return <Requested {...props} />;
  return (
    <InterviewForm
      {...props}
      onDone={() => setAsking(false)}
      {...(asking ? { onBack: () => setAsking(false) } : {})}
    />
  );
}

const labelOf = (period: string) => INTERVIEW_PERIODS.find(({ code }) => code === period)?.label ?? period;

function Requested({ interview, ...props }: KnownProps) {
  const { periods, whatsappLink } = interview;
  return (
    <StandstillFrame {...props} mark="mail" {...t.requested} contact={!whatsappLink && 'quiet'}>
      {whatsappLink && (
        <div className="stack">
          <p className="center">{t.whatsappWhy}</p>
          <div className="row row--middle">
            <ButtonLink href={whatsappLink} target="_blank" rel="noopener">
              {t.whatsapp}
            </ButtonLink>
          </div>
        </div>
      )}
      {periods.length > 0 && (
        <Card>
          <Facts
            facts={[
              {
                label: t.asked,
                value: periods.map(({ date, period }) => (
                  <div key={`${date}${period}`}>
                    {formatDate(date)} · {labelOf(period)}
                  </div>
                )),
              },
            ]}
          />
        </Card>
      )}
    </StandstillFrame>
  );
}

type ScheduledProps = KnownProps & { onAgain: () => void };

function Scheduled({ interview, onAgain, ...props }: ScheduledProps) {
  const { appointment } = interview;
  if (!appointment) return null;
  const { at, place, link } = appointment;
  return (
    <StandstillFrame {...props} mark="check" {...t.scheduled} contact="quiet">
      <Card className="stack">
        <Facts
          pairs
          facts={[
            { label: t.day, value: tenantDate(at) },
            { label: t.hour, value: tenantHour(at) },
            ...(place ? [{ label: t.place, value: place }] : []),
            ...(link
              ? [
                  {
                    label: t.link,
                    value: (
                      <Anchor href={link} target="_blank" rel="noopener">
                        {link}
                      </Anchor>
                    ),
                  },
                ]
              : []),
          ]}
        />
        <div>
          <Button kind="outline" onClick={onAgain}>
            {t.again}
          </Button>
        </div>
      </Card>
    </StandstillFrame>
  );
}
