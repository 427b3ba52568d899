import { QueueScreen } from '../act/queue-screen.tsx';
import { examTexts as t } from '../texts/selection.ts';

/** E-06, look-ups that need somebody to read a score report (spec 25.10). */
export default function ExamListPage() {
  return (
    <QueueScreen
      queue="exam-scores"
      title={t.title}
      head={(total) => `${total} ${t.waits}`}
      path={(itemId) => `/enem/${itemId}`}
      texts={t}
    />
  );
}
