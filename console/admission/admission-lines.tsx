import type { Answer } from '@orbita/protocol';
import { Fact } from '../act/part.tsx';
import { day, hour } from '../base/zone.ts';
import { selectionPartTexts as t } from '../texts/parts.ts';

type Admission = Answer<'GET /operations/subscriptions/{id}/admission'>;

/** The state of an application's questionnaire and interview. */
export const AdmissionLines = ({ admission: { questionnaire, interview } }: { admission: Admission }) => (
  <>
    {questionnaire && (
      <Fact label={t.questionnaire} small={questionnaire.comment}>
        {t.questionnaireStates[questionnaire.state]}
      </Fact>
    )}
    {interview && (
      <Fact
        label={t.interview}
        small={
          interview.appointment &&
          [`${day(interview.appointment.at)}, ${hour(interview.appointment.at)}`, interview.appointment.place]
            .filter(Boolean)
            .join(' · ')
        }
      >
        {t.interviewStates[interview.state]}
      </Fact>
    )}
  </>
);
