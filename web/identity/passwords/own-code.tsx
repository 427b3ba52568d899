import { CODE_TEXTS } from '@orbita/domain/identity';
import { useQuery } from '@tanstack/react-query';
import { call, textOf } from '../../app/api.ts';
import { settings } from '../../app/settings.ts';
import { personDataQuery } from '../../person/queries.ts';
import { codeTexts, changePasswordTexts as t } from '../../texts/codes.ts';
import { Notice } from '../../ui/notice.tsx';
import { Loading, SkeletonForm } from '../../ui/skeleton.tsx';
import { ChannelStep } from '../codes/channel-step.tsx';
import type { Channel } from '../codes/types.ts';

/** Sends a code to a contact of whoever is signed in, who need not say who she is. */
export function OwnCode({ onSent }: { onSent: (challengeId: string) => void }) {
  const person = useQuery(personDataQuery());
  const ask = async (channel: Channel | null) => {
    const { documentType = 'cpf', document = '' } = person.data ?? {};
    return call('POST /platform/auth/code/tenants/{tenant}/challenges', {
      params: { tenant: settings.tenant.alias },
      body: { documentType, document, channel, captchaToken: null },
    });
  };
  const contacts = useQuery({
    queryKey: ['own-contacts', person.data?.document],
    enabled: person.data !== undefined,
    queryFn: () => ask(null),
  });
  const error = person.error ?? contacts.error;
  if (error) return <Notice kind="danger" role="alert" title={textOf(error, t.loadFailed)} />;
  if (!contacts.data || !('channels' in contacts.data)) {
    return (
      <Loading>
        <SkeletonForm fields={2} />
      </Loading>
    );
  }
  return (
    <ChannelStep
      contacts={contacts.data.channels}
      labelOf={({ channel, masked }) => `${codeTexts.channels[channel]} ${masked ?? ''}`.trim()}
      onSend={async (channel) => {
        const answer = await ask(channel);
        if ('challengeId' in answer) onSent(answer.challengeId);
      }}
      troubleOf={(failed) => textOf(failed, CODE_TEXTS.sendFailed)}
    />
  );
}
