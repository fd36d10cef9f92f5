// A cluster's place, ports and network → the settings of Patroni, etcd and HAProxy.

import { join } from 'node:path'
import type { MemoryDisk } from '../failures/memory-disk.ts'
import type { ClusterNetwork } from './cluster-network.ts'

export const NODES = ['one', 'two', 'three'] as const
export type Node = (typeof NODES)[number]

export interface ClusterOptions {
  /** True: commits wait for a replica. Otherwise acknowledged commits may be lost, which is a fault to plant. */
  readonly isSynchronous: boolean
}

export interface Account {
  readonly uid?: number
  readonly gid?: number
}

export interface Place {
  readonly folder: string
  readonly account: Account
  readonly ports: ReadonlyMap<string, number>
  readonly binaries: string
  readonly network: ClusterNetwork
  /** Disks of the nodes. Empty: their data lies in the folder. */
  readonly disks: ReadonlyMap<Node, MemoryDisk>
}

export function dataFolder({ folder, disks }: Place, node: Node): string {
  return join(disks.get(node)?.path ?? folder, `data-of-${node}`)
}

export function portOf({ ports }: Place, name: string): number {
  const port = ports.get(name)
  if (port === undefined) throw new Error(`Defect: nothing is called ${name}.`)
  return port
}

export function etcdWords(place: Place): readonly string[] {
  const own = place.network.ownAddress.consensus
  const [clients, peers] = ['etcd', 'etcd peers'].map((name) => `http://${own}:${portOf(place, name)}`)
  return [
    ['--data-dir', join(place.folder, 'etcd'), '--enable-v2=true'],
    ['--listen-client-urls', clients, '--advertise-client-urls', clients],
    ['--listen-peer-urls', peers, '--initial-advertise-peer-urls', peers, '--initial-cluster', `default=${peers}`],
  ].flat() as string[]
}

/** A primary that has been silent for 10 s loses its role. */
export function patroniSettings(place: Place, node: Node, { isSynchronous }: ClusterOptions): object {
  const own = (what: string): string => `${place.network.addressOf(node)}:${portOf(place, `${node} ${what}`)}`
  const login = (username: string) => ({ username })
  return {
    scope: 'ninefold',
    name: node,
    log: { dir: join(place.folder, 'logs', `${node} patroni`), level: 'INFO', file_num: 1 },
    restapi: { listen: own('patroni'), connect_address: own('patroni') },
    // Uses etcd's older interface. With `etcd3`, Patroni 3.0 of Debian 12 has a fault: a primary that was frozen and
    // resumes overwrites the lock of its successor, and commits of the successor are lost.
    etcd: { host: `${place.network.ownAddress.consensus}:${portOf(place, 'etcd')}` },
    bootstrap: {
      dcs: {
        ttl: 10,
        loop_wait: 2,
        retry_timeout: 3,
        // Fails over at once, instead of waiting for a crashed primary.
        master_start_timeout: 0,
        synchronous_mode: isSynchronous,
        maximum_lag_on_failover: isSynchronous ? 1_048_576 : 1_000_000_000,
        postgresql: {
          use_pg_rewind: true,
          parameters: {
            max_connections: 120,
            shared_buffers: '64MB',
            max_wal_size: '64MB',
            min_wal_size: '32MB',
            wal_log_hints: 'on',
            // A replica behind a cut network is noticed after this time, instead of a minute. Commits wait for it until then.
            wal_sender_timeout: '5s',
            wal_receiver_timeout: '5s',
            // The test kills processes, not machines, so written data is safe in the system's memory.
            fsync: 'off',
            // An asynchronous replica lags as on a slow network.
            ...(isSynchronous ? {} : { synchronous_commit: 'local' }),
          },
        },
      },
      // Each new primary begins another segment of the log, and its predecessors keep theirs for a while: small ones let
      // a hundred failures fit on a small disk.
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, { auth: 'trust' }, { 'wal-segsize': '1' }],
    },
    postgresql: {
      listen: own('postgres'),
      connect_address: own('postgres'),
      data_dir: dataFolder(place, node),
      bin_dir: place.binaries,
      pgpass: join(place.folder, `${node}.pgpass`),
      authentication: { superuser: login('owner'), replication: login('copier'), rewind: login('owner') },
      parameters: {
        unix_socket_directories: '',
        log_line_prefix: '%m [%p] ',
        ...(isSynchronous ? {} : { recovery_min_apply_delay: 0 }),
      },
      pg_hba: ['host all all samenet trust', 'host replication all samenet trust'],
    },
  }
}

/** A node that stops being the primary loses its connections at once. */
export function proxySettings(place: Place): string {
  const servers = NODES.map(
    (node) =>
      `  server ${node} ${place.network.addressOf(node)}:${portOf(place, `${node} postgres`)} check port ${portOf(place, `${node} patroni`)}`,
  )
  return `global
  maxconn 1000
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 1s
${listen('primary', portOf(place, 'haproxy'), '/primary', servers)}
# Another replica may show a write that the next primary does not have.
${listen('replicas', portOf(place, 'haproxy replicas'), '/sync', servers)}
`
}

/** Leads to the nodes that answer this health check of Patroni. */
function listen(name: string, port: number, check: string, servers: readonly string[]): string {
  return `listen ${name}
  bind 127.0.0.1:${port}
  option httpchk OPTIONS ${check}
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}`
}
