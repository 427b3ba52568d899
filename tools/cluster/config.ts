/** One machine running PostgreSQL. Ports are on the loopback address. */
export type Member = {
  name: string;
  postgres: number;
  /** Where Patroni reports the member's role. */
  rest: number;
  /** The link by which the other member replicates from this one. */
  link: number;
};
/** One machine running etcd, with its ports for the other machines and for clients. */
export type Etcd = { name: string; peer: number; client: number };

const LOOPBACK = '127.0.0.1';
export const OWNER = 'orbita';
const at = (port: number): string => `${LOOPBACK}:${port}`;

/** Arguments of one etcd of several; with slower heartbeats than the default, because all machines here share CPUs. */
export function etcdArguments(one: Etcd, all: readonly Etcd[], folder: string): string[] {
  return [
    `--name=${one.name}`,
    `--data-dir=${folder}/${one.name}`,
    `--listen-peer-urls=http://${at(one.peer)}`,
    `--initial-advertise-peer-urls=http://${at(one.peer)}`,
    `--listen-client-urls=http://${at(one.client)}`,
    `--advertise-client-urls=http://${at(one.client)}`,
    `--initial-cluster=${all.map(({ name, peer }) => `${name}=http://${at(peer)}`).join(',')}`,
    '--initial-cluster-token=orbita',
    '--initial-cluster-state=new',
    '--heartbeat-interval=300',
    '--election-timeout=3000',
    '--logger=zap',
    '--log-level=error',
  ];
}

/** Where a pair of machines keeps its files, and its settings. `sync`: a commit waits for the standby. */
type PairFiles = { cell: string; folder: string; etcds: readonly Etcd[]; bin: string; sync: boolean };

/** Patroni's configuration for one member, as JSON, which is also YAML. */
export function patroniFile(member: Member, { cell, folder, etcds, bin, sync }: PairFiles): string {
  const trusted = (database: string) => `host ${database} all ${LOOPBACK}/32 trust`;
  return JSON.stringify(
    {
      scope: cell,
      name: member.name,
      restapi: { listen: at(member.rest), connect_address: at(member.rest) },
      etcd3: { hosts: etcds.map(({ client }) => at(client)) },
      bootstrap: {
        dcs: {
          // The shortest values Patroni allows: a dead leader is replaced after at most this many seconds.
          ttl: 20,
          loop_wait: 5,
          retry_timeout: 5,
          maximum_lag_on_failover: 16 * 1024 * 1024,
          synchronous_mode: sync,
          // Without it a leader gives up as soon as etcd is unreachable, although nobody else could lead.
          failsafe_mode: true,
          postgresql: {
            use_pg_rewind: true,
            parameters: {
              shared_buffers: '48MB',
              max_connections: 150,
              max_wal_size: '256MB',
              wal_keep_size: '64MB',
              hot_standby_feedback: 'on',
            },
          },
        },
        initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
      },
      postgresql: {
        listen: at(member.postgres),
        connect_address: at(member.link),
        data_dir: `${folder}/${member.name}`,
        bin_dir: bin,
        pgpass: `${folder}/${member.name}.pgpass`,
        authentication: {
          superuser: { username: OWNER, password: 'loopback' },
          replication: { username: 'replica', password: 'loopback' },
        },
        parameters: { unix_socket_directories: folder },
        pg_hba: ['local all all trust', trusted('all'), trusted('replication')],
        remove_data_directory_on_rewind_failure: true,
        remove_data_directory_on_diverged_timelines: true,
      },
      watchdog: { mode: 'off' },
    },
    undefined,
    2,
  );
}

/** Entry ports of a pair: writes go to the leader, reads to the standby; the pooler leads to the leader as well. */
export type Fronts = { write: number; read: number; pooler: number };

const DEFAULTS = `global
  maxconn 2000
defaults
  timeout connect 4s
  timeout check 5s
  retries 3
  option redispatch`;

/**
 * HAProxy in front of PostgreSQL. It asks Patroni who leads, and closes connections to a former leader: otherwise a pool would
 * keep using a server that takes no writes.
 */
export function databaseProxyFile(fronts: Fronts, members: readonly Member[]): string {
  const servers = members.map(
    ({ name, postgres, rest }) => `  server ${name} ${at(postgres)} maxconn 150 check port ${rest}`,
  );
  const part = (name: string, port: number, role: string) => `
listen ${name}
  mode tcp
  bind ${at(port)}
  # A line of notifications is silent for hours.
  timeout client 24h
  timeout server 24h
  option clitcpka
  option srvtcpka
  option httpchk OPTIONS /${role}
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}`;
  return `${DEFAULTS}${part('write', fronts.write, 'primary')}${part('read', fronts.read, 'replica')}\n`;
}

/**
 * pgbouncer in front of the leader, with the settings the runbook requires. By default it would pause for fifteen seconds after
 * a failed connection, which would prolong a failover.
 */
export const poolerFile = ({ write, pooler }: Fronts): string => `[databases]
postgres = host=${LOOPBACK} port=${write} dbname=postgres user=${OWNER}

[pgbouncer]
listen_addr = ${LOOPBACK}
listen_port = ${pooler}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_prepared_statements = 1000
max_client_conn = 400
default_pool_size = 40
server_login_retry = 1
server_connect_timeout = 4
query_wait_timeout = 8
`;

/** Where HAProxy takes calls for all cells, at one address for each of them, and where it exposes its statistics. */
type Portal = { port: number; addresses: readonly string[]; figures: number };

/**
 * HAProxy in front of the nodes of all cells: `backends` and the file `map` come from `orbita cell map`. Each call gets its own
 * connection to the node, so that none is sent on a connection that a stopping node is just closing.
 */
export const portalFile = (
  { port, addresses, figures }: Portal,
  backends: string,
  map: string,
): string => `${DEFAULTS}
  mode http
  timeout client 60s
  timeout server 60s
  timeout tunnel 24h
  option http-server-close
  balance roundrobin
  default-server inter 500ms fall 2 rise 1

frontend portal
${addresses.map((address) => `  bind ${address}:${port}`).join('\n')}
  # No resolver knows the names of the colleges, so the load says them in a header.
  http-request set-header host %[req.hdr(x-forwarded-host)] if { req.hdr(x-forwarded-host) -m found }
  use_backend %[req.hdr(host),field(1,:),lower,map(${map},none)]

listen figures
  bind ${at(figures)}
  stats enable
  stats uri /

${backends}`;
