import { ButtonLink } from '@orbita/ui/button';
import { Empty } from '@orbita/ui/empty';
import { shellTexts as t } from '../texts/shell.ts';
import { Content, Head } from '../ui/page.tsx';

/** An address that matches no screen. */
export function NotFound() {
  return (
    <Content>
      <Head title={t.notFound} />
      <Empty
        mark="question"
        title={t.notFoundHelp}
        action={
          <ButtonLink kind="outline" href="/">
            {t.toStart}
          </ButtonLink>
        }
      />
    </Content>
  );
}
