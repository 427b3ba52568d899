import { QueueScreen } from '../act/queue-screen.tsx';
import { questionnaireReviewTexts as t } from '../texts/admission.ts';

/** E-06, questionnaires that were submitted and not yet decided (spec 25.10). */
export default function QuestionnaireListPage() {
  return (
    <QueueScreen
      queue="questionnaires"
      title={t.title}
      head={(total) => `${total} ${t.waits}`}
      path={(itemId) => `/questionarios/${itemId}`}
      texts={t}
    />
  );
}
