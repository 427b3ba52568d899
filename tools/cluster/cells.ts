import { applyDemoCatalogue } from '../../api/catalogue/demo.ts';
import type { Platform } from '../../api/platform/platform.ts';
import { type ChaosWorld, startWorld } from '../chaos/world.ts';
import { addCollege } from './college.ts';
import { type Pair, startPair } from './pair.ts';
import { type OpenPortal, openPortal, orbita } from './portal.ts';
import type { Machines } from './up.ts';

/** The college that moves, and the one in the second cell that stays. */
const MOVES = 'gama';
const STAYS = 'delta';
/** One address of this machine per cell, since each cell has its own name. */
const ADDRESSES = ['127.0.0.1', '127.0.0.2'];
const SECRETS = ['the secret of the first cell, long enough', 'the secret of the second cell, long enough'];

type CellOptions = {
  cells: 1 | 2;
  /** Colleges without people in each cell. */
  tenants: number;
  pooled: boolean;
  repeated: (answer: string) => void;
  say: (line: string) => void;
};

/** A cell: its PostgreSQL and its product processes. */
type Cell = { name: string; pair: Pair; world: ChaosWorld };

async function startCell(
  on: Machines,
  portal: OpenPortal,
  at: number,
  { tenants, pooled, repeated, say }: CellOptions,
  colleges: (platform: Platform) => Promise<void>,
  first?: ChaosWorld,
): Promise<Cell> {
  const name = `cell${at + 1}`;
  // The second cell is smaller, and reaches its database through HAProxy alone.
  const pair = await startPair(on, name, { pooled: pooled && at === 0 });
  say(`${name}: two PostgreSQL serve${pair.pooler ? ' behind a pooler' : ''}`);
  const [port] = await on.ports();
  const nodes = at === 0 ? { api: 2, worker: 2 } : { api: 1, worker: 1 };
  const world = await startWorld('postgres', {
    database: { ...pair.database, ORBITA_PUBLIC_URL: portal.url(at), ORBITA_SECRET: SECRETS[at] as string }, // one per address
    nodes,
    port,
    front: async (urls, settings) => {
      await portal.add(name, urls, settings);
      return portal.url(at);
    },
    empty: { count: tenants, cell: name },
    colleges,
    ...(first && { outside: first }),
    repeated,
  });
  say(`${name}: ${nodes.api} api, ${nodes.worker} worker, ${tenants} empty colleges at ${world.urls[0]}`);
  return { name, pair, world };
}

/** One or two cells behind one proxy, all using the same sandbox. */
export async function startCells(on: Machines, options: CellOptions) {
  const portal = await openPortal(on, ADDRESSES.slice(0, options.cells));
  const two = options.cells === 2;
  const home = await startCell(on, portal, 0, options, async (platform) => {
    await applyDemoCatalogue(platform);
    if (two) await addCollege(platform, MOVES);
  });
  const beside = two
    ? await startCell(on, portal, 1, options, (platform) => addCollege(platform, STAYS), home.world)
    : undefined;
  let [from, to] = [home, beside];

  /** The world as seen by the people of one college, in whichever cell it is. */
  const of = (cell: Cell, alias: string, moves?: true): ChaosWorld => ({
    ...home.world,
    open: cell.world.open,
    dataDir: cell.world.dataDir,
    college: { alias, host: `cua.${alias}.orbita.test`, ...(moves && { moves }) },
  });
  const copy = (...way: string[]) => {
    if (!to) throw new Error('There is one cell');
    const [source, target] = [from, to].map(({ name }) => portal.environmentOf(name));
    return orbita('tenant', 'copy', MOVES, '--from', source ?? '', '--to', target ?? '', ...way);
  };
  return {
    home,
    beside,
    portal,
    /** The world of the college that stays in the second cell. */
    neighbours: beside && of(beside, STAYS),
    /** The world of the college that moves, in the cell it is in now, and in the other one. */
    moving: () => of(from, MOVES, true),
    former: () => to && of(to, MOVES, true),
    /** Moves the college to the other cell, first while it is in use and then with the switch; returns the command's output. */
    async move(): Promise<string> {
      await copy();
      const said = await copy('--switch');
      await portal.lead();
      if (to) [from, to] = [to, from];
      return said;
    },
    /** Removes what is left of the college in its former cell. */
    async clear(): Promise<void> {
      if (!to) return;
      [from, to] = [to, from];
      try {
        await copy('--remove');
      } finally {
        [from, to] = [to, from];
      }
    },
    async stop() {
      await beside?.world.stop();
      await home.world.stop();
    },
  };
}
export type Cells = Awaited<ReturnType<typeof startCells>>;
