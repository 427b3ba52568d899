import { Button } from '@orbita/ui/button';
import { PrinterIcon } from '@orbita/ui/icons/printer';
import { Notice } from '@orbita/ui/notice';
import { usePrint } from '../document/print-ticket.ts';
import type { Essay } from '../essay/queries.ts';
import { useLastEssay } from '../essay/use-last-essay.ts';
import { Loaded } from '../subscription/loaded.tsx';
import type { RecordProps } from '../subscription/record-props.ts';
import { recordTexts as t } from '../texts/record.ts';
import ExamScoreRecord from './exam-score-record.tsx';
import { ScoreCard } from './score-card.tsx';

/** The approval, with the score if this kind of selection has one. */
export default function ResultRecord(props: RecordProps) {
  const { kind } = props.subscription.offer.ingressMode;
  return (
    <>
      <Notice kind="success" title={t.approved} />
      {kind === 'online-essay' && <EssayResult {...props} />}
      {kind === 'exam-score' && <ExamScoreRecord {...props} />}
    </>
  );
}

function EssayResult({ subscription }: RecordProps) {
  const essay = useLastEssay(subscription.id);
  return <Loaded query={essay}>{(found) => found?.state === 'graded' && <Graded essay={found} />}</Loaded>;
}

function Graded({ essay }: { essay: Essay }) {
  const { busy, problem, print } = usePrint();
  return (
    <>
      <ScoreCard essay={essay} />
      <div>
        <Button
          kind="outline"
          small
          icon={PrinterIcon}
          busy={busy && t.opening}
          onClick={() =>
            void print({ kind: 'essay-result', subscriptionId: essay.subscriptionId, refId: essay.id })
          }
        >
          {t.printResult}
        </Button>
      </div>
      {problem && <Notice kind="danger" role="alert" title={problem} />}
    </>
  );
}
