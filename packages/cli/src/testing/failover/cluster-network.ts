// Nodes of a cluster → a network between them. As root, each node has a network namespace with two links to a switch,
// and each link can be cut. Otherwise all nodes share the loopback interface, and nothing can be cut.

import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** `data`: clients, replication and Patroni's own requests. `consensus`: etcd. */
export const LINKS = ['data', 'consensus'] as const
export type Link = (typeof LINKS)[number]

const LOOPBACK = '127.0.0.1'
const TOOLS = ['ip', 'nsenter']
/** Addresses for tests of network devices (RFC 2544), which no real network uses. */
const SUBNETS: Readonly<Record<Link, string>> = { data: '198.18', consensus: '198.19' }
const FIRST_NODE = 11

export interface ClusterNetwork extends AsyncDisposable {
  readonly canBeCut: boolean
  /** Address of this machine's own programs on a link: the proxy, etcd and the application. */
  readonly ownAddress: Readonly<Record<Link, string>>
  addressOf(node: string): string
  /** The start of a command line that runs a program on the node. */
  enter(node: string, account: { readonly uid?: number; readonly gid?: number }): readonly string[]
  /** Packets are lost silently from now on, and no connection is closed. */
  cut(node: string, links: readonly Link[]): Promise<void>
  heal(node: string, links: readonly Link[]): Promise<void>
}

export async function startClusterNetwork(nodes: readonly string[]): Promise<ClusterNetwork> {
  return canUseNamespaces() ? namespaces(nodes) : LOOPBACK_NETWORK
}

function canUseNamespaces(): boolean {
  const searched = (process.env['PATH'] ?? '').split(':')
  return process.getuid?.() === 0 && TOOLS.every((tool) => searched.some((folder) => existsSync(join(folder, tool))))
}

const LOOPBACK_NETWORK: ClusterNetwork = {
  canBeCut: false,
  ownAddress: { data: LOOPBACK, consensus: LOOPBACK },
  addressOf: () => LOOPBACK,
  enter: () => [],
  cut: () => Promise.reject(new Error('Only root can cut a network.')),
  heal: async () => {},
  [Symbol.asyncDispose]: async () => {},
}

async function namespaces(nodes: readonly string[]): Promise<ClusterNetwork> {
  const id = process.pid.toString(36)
  const subnet = freeSubnet()
  const namespaceOf = (name: string): string => `ninefold-${id}-${name}`
  const switchName = namespaceOf('switch')
  const port = (link: Link, name: string): string => `${link.slice(0, 4)}-${name}`
  const place = (name: string): number => FIRST_NODE + nodes.indexOf(name)
  const made: string[] = []
  const network: ClusterNetwork = {
    canBeCut: true,
    ownAddress: { data: `${SUBNETS.data}.${subnet}.1`, consensus: `${SUBNETS.consensus}.${subnet}.1` },
    addressOf: (node) => `${SUBNETS.data}.${subnet}.${place(node)}`,
    enter: (node, { uid, gid }) => [
      'nsenter',
      `--net=/run/netns/${namespaceOf(node)}`,
      ...(uid === undefined ? [] : [`--setuid=${uid}`]),
      ...(gid === undefined ? [] : [`--setgid=${gid}`]),
    ],
    // A port outside of the switch still has a carrier: neither end notices the cut.
    cut: async (node, links) => {
      for (const link of links) await ip('-n', switchName, 'link', 'set', port(link, node), 'nomaster')
    },
    heal: async (node, links) => {
      for (const link of links) await ip('-n', switchName, 'link', 'set', port(link, node), 'master', link)
    },
    [Symbol.asyncDispose]: async () => {
      for (const name of made.toReversed()) await ip('netns', 'delete', name)
    },
  }
  try {
    for (const name of [switchName, ...nodes.map(namespaceOf)]) {
      await ip('netns', 'add', name)
      made.push(name)
      await ip('-n', name, 'link', 'set', 'lo', 'up')
    }
    for (const link of LINKS) {
      await ip('-n', switchName, 'link', 'add', link, 'type', 'bridge')
      await ip('-n', switchName, 'link', 'set', link, 'up')
      // The name of an interface has 15 characters at most.
      const own = `n9-${id}-${link.slice(0, 4)}`
      await connect(own, [], link, 'own', `${network.ownAddress[link]}/24`)
      for (const node of nodes)
        await connect(link, ['-n', namespaceOf(node)], link, node, `${SUBNETS[link]}.${subnet}.${place(node)}/24`)
    }
    return network
  } catch (cause) {
    await network[Symbol.asyncDispose]()
    throw cause
  }

  async function connect(name: string, where: readonly string[], link: Link, to: string, address: string) {
    const [far, near] = [port(link, to), where.length === 0 ? String(process.pid) : (where[1] ?? '')]
    await ip('-n', switchName, 'link', 'add', far, 'type', 'veth', 'peer', 'name', name, 'netns', near)
    await ip('-n', switchName, 'link', 'set', far, 'master', link)
    await ip('-n', switchName, 'link', 'set', far, 'up')
    await ip(...where, 'address', 'add', address, 'dev', name)
    await ip(...where, 'link', 'set', name, 'up')
  }
}

function freeSubnet(): number {
  const taken = Object.values(networkInterfaces()).flatMap((each) => each?.map(({ address }) => address) ?? [])
  const isTaken = (subnet: number): boolean =>
    LINKS.some((link) => taken.some((address) => address.startsWith(`${SUBNETS[link]}.${subnet}.`)))
  const free = Array.from({ length: 256 }, (_, at) => at).find((subnet) => !isTaken(subnet))
  if (free === undefined) throw new Error('No subnet is free.')
  return free
}

async function ip(...words: readonly string[]): Promise<void> {
  await promisify(execFile)('ip', words)
}
