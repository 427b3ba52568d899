import type { PlayedAcquirer } from '../cards/played.ts';
import { notifyAsPagarme, pagarmeRoutes } from './routes.ts';

export const pagarme: PlayedAcquirer = {
  label: 'Pagar.me',
  routes: pagarmeRoutes,
  notify: (world, payment) => notifyAsPagarme(world, payment),
  account: (url, account) => ({
    url: `${url}/core/v5`,
    secretKey: `sk_test_${account}`,
    publicKey: `pk_test_${account}`,
  }),
  async tokenOf(access, { number, cvv }) {
    const { tokensUrl, publicKey } = access as { tokensUrl: string; publicKey: string };
    const answer = await fetch(`${tokensUrl}?${new URLSearchParams({ appId: publicKey })}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        type: 'card',
        card: { number, holder_name: 'ANA DE SOUZA', exp_month: 12, exp_year: 2040, cvv },
      }),
    });
    return ((await answer.json()) as { id: string }).id;
  },
};
