import { Anchor } from '@orbita/ui/link';
import { LoadingForm } from '@orbita/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { NotFound } from '../base/not-found.tsx';
import { Failed } from '../base/states.tsx';
import { manualTexts as t } from '../texts/manual.ts';
import { Content, Head } from '../ui/page.tsx';
import { isPage, PAGES, type PageName, PICTURE, pictureAddress, writtenPage } from './pages.ts';
import { type Block, blocksOf } from './written.ts';
import '../styles/manual.css';

/** `/manual/{page}`: a page of the team's manual, from `docs/equipe`. */
export default function ManualPage() {
  const { page = '' } = useParams();
  return isPage(page) ? <Page name={page} /> : <NotFound />;
}

/** A page with the addresses of its pictures resolved. */
async function readPage(name: PageName): Promise<Block[]> {
  const blocks = blocksOf(await writtenPage(name));
  return Promise.all(
    blocks.map(async (block) =>
      block.is === 'picture' ? { ...block, file: await pictureAddress(block.file) } : block,
    ),
  );
}

function Page({ name }: { name: PageName }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['manual', name],
    queryFn: () => readPage(name),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Content>
      <Head title={PAGES[name]} lead={<Anchor href="/manual">{t.all}</Anchor>} />
      {data ? (
        <article className="manual">
          {data.map((block, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a page never changes while it is read
            <Written key={at} block={block} />
          ))}
        </article>
      ) : error ? (
        <Failed error={error} onRetry={() => refetch()} />
      ) : (
        <LoadingForm label={t.loading} />
      )}
    </Content>
  );
}

function Written({ block }: { block: Block }) {
  // Its space is reserved before it loads, so that nothing moves.
  if (block.is === 'picture')
    return (
      <img
        className="manual__picture"
        src={block.file}
        alt={block.text}
        loading="lazy"
        decoding="async"
        {...PICTURE}
      />
    );
  if (!('items' in block))
    return block.is === 'title' ? null : block.is === 'part' ? <h2>{block.text}</h2> : <p>{block.text}</p>;
  const List = block.is === 'steps' ? 'ol' : 'ul';
  return (
    <List>
      {block.items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </List>
  );
}
