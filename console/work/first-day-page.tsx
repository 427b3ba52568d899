import { firstDayTexts as t } from '../texts/first-day.ts';
import { Content, Head } from '../ui/page.tsx';
import { FirstDay } from './first-day.tsx';

/** `/primeiro-dia`: what is left to do before the first applications (spec 25.5). */
export default function FirstDayPage() {
  return (
    <Content>
      <Head title={t.page} />
      <FirstDay always />
    </Content>
  );
}
