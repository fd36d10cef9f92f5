// A variable of the environment → private hosts that the operator permits.

import { Stop } from '../terminal/exit.ts'

const HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/

export function namedHosts(
  environment: Readonly<Record<string, string | undefined>>,
  variable: 'WEBHOOK_HOSTS' | 'SERVICE_HOSTS',
): ReadonlySet<string> {
  const hosts = (environment[variable] ?? '')
    .split(',')
    .map((host) => host.trim().toLowerCase())
    .filter((host) => host !== '')
  const wrong = hosts.find((host) => !HOST.test(host))
  if (wrong !== undefined)
    throw new Stop(
      `${variable} has "${wrong}": write hosts, separated by commas, such as hooks.internal or 10.0.0.7:8080.`,
    )
  return new Set(hosts)
}
