import { serverNow } from '@orbita/client/server-clock.ts';
import { certificateState } from '@orbita/domain/payment';
import { providerLabel } from '@orbita/domain/tenancy';
import type { Answer } from '@orbita/protocol';
import { Button } from '@orbita/ui/button';
import { WithName } from '@orbita/ui/with-name';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, textOf } from '../base/api.ts';
import { holdsFor, useMay, useMe } from '../base/me.ts';
import { whoMay } from '../base/not-allowed.tsx';
import { day, exactly } from '../base/zone.ts';
import { accountTexts as t } from '../texts/first-day.ts';

type Account = Answer<'GET /operations/provider-checks'>[number];

const nameOf = ({ provider }: Account): string =>
  provider === 'slip' ? t.names.slip : providerLabel(provider);

/** The result of the last test of an account. */
function Result({ account: { checkedAt, checkedBy, ok, words, changedSince } }: { account: Account }) {
  if (checkedAt === null) return t.never;
  const when = exactly(checkedAt);
  return (
    <>
      <WithName
        text={(by) => (ok ? t.worked(when, by) : t.refused(when, by, words ?? ''))}
        name={checkedBy ?? ''}
      />
      {changedSince && ` ${t.changed}`}
    </>
  );
}

/** How long our certificate at the bank is valid, and what to do when that is not long. */
function Certificate({ until }: { until: string }) {
  const state = certificateState(new Date(until), new Date(serverNow()));
  const text = t.certificate[state](day(until));
  return (
    <div>
      <small>
        {state === 'valid' ? (
          text
        ) : (
          <>
            <b>{text}</b> {t.certificate.renew}
          </>
        )}
      </small>
    </div>
  );
}

/**
 * Accounts that receive payments for an institution; whoever settles payments can test each, without charging anything (spec
 * 14.8).
 */
export function Accounts({ institution }: { institution: string }) {
  const may = useMay()('payments.settle', 'catalogue.read');
  const settles = holdsFor(useMe(), ['payments.settle'], institution);
  const { data } = useQuery({
    queryKey: ['payment', 'accounts', institution],
    enabled: may && institution !== '',
    queryFn: ({ signal }) => call('GET /operations/provider-checks', { query: { institution }, signal }),
  });
  if (!data || data.length === 0) return null;
  return (
    <ul aria-label={t.list} className="accounts">
      {data.map((one) => (
        <li key={one.provider}>
          <small>
            <b>{nameOf(one)}:</b>{' '}
            <span role="status">
              <Result account={one} />
            </span>
          </small>
          {settles && <TryAccount institution={institution} account={one} />}
          {one.certificateUntil && <Certificate until={one.certificateUntil} />}
        </li>
      ))}
      {!settles && (
        <li>
          <small>{t.who(whoMay(['payments.settle']).join(', '))}</small>
        </li>
      )}
    </ul>
  );
}

function TryAccount({ institution, account }: { institution: string; account: Account }) {
  const client = useQueryClient();
  const act = useMutation({
    mutationFn: () =>
      call('POST /operations/provider-checks', { body: { institution, provider: account.provider } }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['payment', 'accounts'] }),
        client.invalidateQueries({ queryKey: ['catalogue', 'first-day'] }),
      ]),
  });
  return (
    <>
      <Button
        small
        kind="quiet"
        busy={act.isPending && t.testing}
        aria-label={`${t.test}: ${nameOf(account)}`}
        onClick={() => act.mutate()}
      >
        {t.test}
      </Button>
      {act.error && <small role="alert">{textOf(act.error)}</small>}
    </>
  );
}
