import { countWords } from '@orbita/domain/essay';
import { Card } from '@orbita/ui/card';
import { Empty } from '@orbita/ui/empty';
import { Facts } from '@orbita/ui/facts';
import { tenantDateTime } from '../base/zone.ts';
import { Loaded } from '../subscription/loaded.tsx';
import type { RecordProps } from '../subscription/record-props.ts';
import { essayTexts } from '../texts/essay.ts';
import { recordTexts as t } from '../texts/record.ts';
import './editor.css';
import { useLastEssay } from './use-last-essay.ts';

/** The essay as sent. */
export default function EssayRecord({ subscription }: RecordProps) {
  return (
    <Loaded query={useLastEssay(subscription.id)}>
      {(essay) => {
        if (!essay?.essay) return <Empty title={t.essayEmpty} />;
        const { theme, completedDate } = essay;
        return (
          <>
            <Card>
              <Facts
                pairs
                facts={[
                  ...(theme ? [{ label: t.theme, value: theme.title }] : []),
                  ...(completedDate ? [{ label: t.deliveredAt, value: tenantDateTime(completedDate) }] : []),
                  { label: t.length, value: essayTexts.words(countWords(essay.essay)) },
                ]}
              />
            </Card>
            <Card className="stack">
              {essay.title && <h2 className="h3">{essay.title}</h2>}
              <p className="essay__sent">{essay.essay}</p>
            </Card>
          </>
        );
      }}
    </Loaded>
  );
}
