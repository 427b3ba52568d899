import type { PlayedAcquirer } from '../cards/played.ts';
import { cieloRoutes, notifyAsCielo } from './routes.ts';

/** Kinds of change of Cielo's notices. */
const STATUS_CHANGED = 1;
const CHARGEBACK = 7;

export const cielo: PlayedAcquirer = {
  label: 'Cielo',
  routes: cieloRoutes,
  notify: (world, payment) =>
    notifyAsCielo(world, payment, payment.state === 'chargedback' ? CHARGEBACK : STATUS_CHANGED),
  account: (url, account) => ({
    apiUrl: url,
    queryUrl: url,
    // A slow sandbox answers after fifteen seconds, which nobody should have to wait for twice.
    answerSeconds: 8,
    merchantId: account,
    merchantKey: 'sandbox-key',
    silentOrderPost: {
      tokenUrl: `${url}/oauth2/token`,
      keyUrl: `${url}/post/api/public/v2/accesstoken`,
      scriptUrl: `${url}/post/scripts/silentorderpost-1.0.min.js`,
      clientId: account,
      clientSecret: 'sandbox-secret',
      environment: 'sandbox',
    },
    threeDSecure: {
      tokenUrl: `${url}/mpi/v2/auth/token`,
      scriptUrl: `${url}/mpi/Scripts/BP.Mpi.3ds21.min.js`,
      clientId: account,
      clientSecret: 'sandbox-secret',
      establishmentCode: '1006993069',
      merchantName: 'Faculdade Exemplo',
      mcc: '8220',
      environment: 'sandbox',
      // The simulated network and banks are on the same host as the script.
      networkSources: [],
      bankSources: [new URL(url).origin],
    },
  }),
  async tokenOf(access, { number, cvv }) {
    const { scriptUrl, accessToken } = access as { scriptUrl: string; accessToken: string };
    const answer = await fetch(new URL('../api/public/v1/card', scriptUrl), {
      method: 'POST',
      body: new URLSearchParams({
        HolderName: 'ANA DE SOUZA',
        RawNumber: number,
        Expiration: '12/2040',
        SecurityCode: cvv,
        AccessToken: accessToken,
      }),
    });
    return ((await answer.json()) as { PaymentToken: string }).PaymentToken;
  },
};
