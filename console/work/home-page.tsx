import { Empty } from '@orbita/web/ui/empty';
import { homeTexts as t } from '../texts/work.ts';
import { Content, Head } from '../ui/page.tsx';

/** E-01 Início (spec 25.5). */
export default function HomePage() {
  return (
    <Content>
      <Head title={t.nothing} />
      <Empty mark="check" title={t.nothing} text={t.nothingHelp} />
    </Content>
  );
}
