import { Empty } from '@orbita/ui/empty';
import { Failed } from '../base/states.tsx';
import { templateTexts as t } from '../texts/institution.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Content, Head } from '../ui/page.tsx';
import { type MessageTemplate, useTemplates, useWords } from './templates.ts';
import '../styles/list.css';

/** E-12 `/mensagens/textos`: the text of each message, and where the institution can add words (spec 25.15). */
export default function TemplateListPage() {
  const { data, error, refetch } = useTemplates();
  const { paragraphs } = useWords();
  const columns: readonly Column<MessageTemplate>[] = [
    { key: 'what', title: t.what, className: 'line', cell: ({ title }) => title },
    { key: 'to', title: t.to, cell: ({ to }) => t.tos[to] },
    { key: 'by', title: t.by, cell: ({ channels }) => channels.map((one) => t.channels[one]).join(', ') },
    {
      key: 'own',
      title: t.own,
      cell: ({ id, mayHaveParagraph }) =>
        t.ownStates[!mayHaveParagraph ? 'no' : paragraphs?.[id] ? 'yes' : 'may'],
    },
    { key: 'id', title: 'Nº', className: 'end', cell: ({ id }) => <code translate="no">{id}</code> },
  ];
  return (
    <Content>
      <Head title={t.title} lead={t.lead} />
      {error && !data ? (
        <Failed error={error} onRetry={() => refetch()} />
      ) : (
        <DataTable
          caption={t.caption}
          columns={columns}
          rows={data?.data}
          idOf={({ id }) => id}
          hrefOf={({ id }) => `/mensagens/textos/${id}`}
          empty={<Empty mark="question" title={t.none} />}
        />
      )}
    </Content>
  );
}
