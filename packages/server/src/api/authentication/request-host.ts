// The Host header of a request. One that cannot be read, or a second one, is refused (RFC 9112, 3.2): a proxy may have
// read another host in it (request smuggling).

import type { IncomingMessage } from 'node:http'

/** A name, or an address, and a port. Names of containers have underscores. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i

/** A request of HTTP/1.0 may have no host. */
export function hasOneHost({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (name.length !== 4 || name.toLowerCase() !== 'host') continue
    hosts += 1
    if (!HOST.test(rawHeaders[index + 1] ?? '')) return false
  }
  return hosts <= 1
}

/** The name in a host, in lower case, without the dot that ends a full name. Null: the host cannot be read. */
export function hostnameOf(host: string): string | null {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname.replace(/\.$/, '') : null
}
