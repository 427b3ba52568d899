import { Anchor } from '@orbita/ui/link';
import { manualTexts as t } from '../texts/manual.ts';
import { Content, Head } from '../ui/page.tsx';
import { PAGES } from './pages.ts';
import '../styles/parts.css';

/** `/manual`: the pages of the team's manual. */
export default function ManualListPage() {
  return (
    <Content>
      <Head title={t.title} lead={t.lead} />
      <ul className="rows rows--plain">
        {Object.entries(PAGES).map(([name, title]) => (
          <li key={name}>
            <Anchor className="rows__link" href={`/manual/${name}`}>
              {title}
            </Anchor>
          </li>
        ))}
      </ul>
    </Content>
  );
}
