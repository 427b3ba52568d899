import { Card } from '@orbita/ui/card';
import { Empty } from '@orbita/ui/empty';
import { Facts } from '@orbita/ui/facts';
import type { RecordProps } from '../subscription/record-props.ts';
import { recordTexts as t } from '../texts/record.ts';
import { testFacts } from './test-facts.ts';

/** When and where the test was taken. */
export default function TestRecord({ subscription }: RecordProps) {
  const facts = testFacts(subscription);
  return facts ? (
    <Card>
      <Facts pairs facts={facts} />
    </Card>
  ) : (
    <Empty title={t.noTest} />
  );
}
