import type { QueryInput } from '@orbita/protocol';
import { Button, ButtonLink } from '@orbita/ui/button';
import { Empty } from '@orbita/ui/empty';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../base/api.ts';
import { Confirm } from '../base/confirm.tsx';
import { At } from '../base/facts.tsx';
import { NumberFilter } from '../base/filter-fields.tsx';
import { useInstitution } from '../base/institution.ts';
import { useFilters } from '../base/list.ts';
import { ListTable, NoHits } from '../base/list-table.tsx';
import { useMay } from '../base/me.ts';
import { useRows } from '../base/rows.ts';
import '../styles/list.css';
import { messageTexts as t } from '../texts/message.ts';
import { messagePartTexts } from '../texts/parts.ts';
import { AnnouncedNotice } from '../ui/announce.tsx';
import type { Column } from '../ui/data-table.tsx';
import { Content, Head } from '../ui/page.tsx';
import { FilterPills } from '../ui/table-parts.tsx';
import { type Message, MessageState } from './message-state.tsx';

const STATES = ['failed', 'pending', 'sent', 'all'] as const;
/** The default filter: the screen is about messages that did not arrive. */
const USUAL = 'failed';

const columns: readonly Column<Message>[] = [
  { key: 'what', title: t.what, className: 'line', cell: ({ title }) => title },
  {
    key: 'to',
    title: t.to,
    cell: ({ channel, to }) => (
      <>
        {to}
        <small>{messagePartTexts.channels[channel]}</small>
      </>
    ),
  },
  {
    key: 'at',
    title: t.at,
    className: 'nowrap',
    cell: ({ sentAt, createdAt }) => <At instant={sentAt ?? createdAt} />,
  },
  {
    key: 'state',
    title: t.state,
    cell: (message) => (
      <>
        <MessageState {...message} />
        {message.undelivered && <small>{messagePartTexts.why[message.undelivered]}</small>}
      </>
    ),
  },
];

const isNumber = (text: string): boolean => /^[1-9]\d{0,14}$/.test(text);

/** E-12 `/mensagens`: what was sent, and what did not arrive (spec 25.15). */
export default function MessageListPage() {
  const may = useMay();
  const client = useQueryClient();
  const institution = useInstitution()?.code;
  const { values, set } = useFilters(['situacao', 'inscricao']);
  const [again, setAgain] = useState<Message>();
  const [sent, setSent] = useState(0);
  const state = STATES.find((one) => one === values.situacao) ?? USUAL;
  const query: QueryInput<'GET /operations/notifications'> = {
    ...(state === 'all' ? {} : { state }),
    ...(isNumber(values.inscricao) ? { subscriptionId: Number(values.inscricao) } : {}),
    ...(institution ? { institution } : {}),
  };
  const { table, total } = useRows('GET /operations/notifications', {
    name: ['messages'],
    query,
    idOf: ({ id }) => String(id),
    renews: true,
    round: sent,
  });
  const news = state === 'failed' && total && total !== '0';
  return (
    <Content>
      <Head
        title={news ? t.failedTitle(total) : t.title}
        lead={t.lead}
        actions={
          <ButtonLink kind="outline" href="/mensagens/textos">
            {t.templates}
          </ButtonLink>
        }
      />
      {sent > 0 && <AnnouncedNotice key={sent} kind="success" title={t.sent} />}
      <div className="filters">
        <FilterPills
          legend={t.filter}
          value={state}
          onChange={(situacao) => set({ situacao: situacao === USUAL ? '' : situacao })}
          options={STATES.map((one) => ({ value: one, label: t.states[one] }))}
        />
        <NumberFilter value={values.inscricao} onChange={(inscricao) => set({ inscricao })} />
      </div>
      <ListTable
        {...table}
        caption={t.caption}
        columns={columns}
        hrefOf={({ subscriptionId }) =>
          subscriptionId !== null && may('subscriptions.read') ? `/inscricoes/${subscriptionId}` : undefined
        }
        detailOf={({ subscriptionId }) => subscriptionId !== null && t.application(subscriptionId)}
        actsOf={(message) =>
          message.mayResend &&
          may('messages.send') && (
            <Button
              kind="outline"
              small
              aria-label={t.againTo(message.title, message.to)}
              onClick={() => setAgain(message)}
            >
              {t.again}
            </Button>
          )
        }
        empty={
          values.inscricao || state !== USUAL ? (
            <NoHits onClear={() => set({ situacao: '', inscricao: '' })} />
          ) : (
            <Empty mark="check" title={t.none} text={t.noneHelp} />
          )
        }
      />
      {again && (
        <AgainDialog
          message={again}
          onClose={() => setAgain(undefined)}
          onDone={() => {
            setAgain(undefined);
            setSent((before) => before + 1);
            void client.invalidateQueries({ queryKey: ['messages'] });
          }}
        />
      )}
    </Content>
  );
}

type AgainProps = { message: Message; onClose: () => void; onDone: () => void };

function AgainDialog({ message: { id, title, to }, onClose, onDone }: AgainProps) {
  return (
    <Confirm
      title={t.askTitle}
      yes={t.again}
      busy={t.sending}
      run={() => call('POST /operations/notifications/{id}/resend', { params: { id } })}
      onDone={onDone}
      onClose={onClose}
    >
      <p>
        <b>{title}</b> · {to}
      </p>
      <p>{t.ask}</p>
    </Confirm>
  );
}
