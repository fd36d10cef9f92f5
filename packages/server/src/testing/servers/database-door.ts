// A proxy before a PostgreSQL that listens on a socket. It opens on request, and can be as silent as a server that is
// frozen or cut off.

import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface DatabaseDoor extends AsyncDisposable {
  /** Nothing listens there before `open`. */
  readonly connectionString: string
  open(): Promise<void>
  /** Accepts connections and passes nothing on, until `thaw`. */
  freeze(): void
  thaw(): void
}

export async function doorTo(connectionString: string): Promise<DatabaseDoor> {
  const folder = await mkdtemp(join(tmpdir(), 'ninefold-door-'))
  const servers: Server[] = []
  const sockets = new Set<Socket>()
  let isFrozen = false
  const [, host = '', port = '5432'] = /host=([^&]*)(?:&port=(\d+))?/.exec(connectionString) ?? []
  const socket = join(decodeURIComponent(host), `.s.PGSQL.${port}`)
  const pass = (from: Socket, to: Socket): void => {
    sockets.add(from)
    from.on('data', (part) => void to.write(part))
    from.on('error', () => to.destroy())
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
    if (isFrozen) from.pause()
  }
  return {
    connectionString: connectionString.replace(/host=.*/, `host=${encodeURIComponent(folder)}&port=5432`),
    open: () => {
      const server = createServer((near) => {
        const far = connect(socket)
        pass(near, far)
        pass(far, near)
      })
      servers.push(server)
      return new Promise((resolve) => server.listen(join(folder, '.s.PGSQL.5432'), resolve))
    },
    freeze: () => {
      isFrozen = true
      for (const each of sockets) each.pause()
    },
    thaw: () => {
      isFrozen = false
      for (const each of sockets) each.resume()
    },
    [Symbol.asyncDispose]: async () => {
      for (const server of servers) server.close()
      for (const each of sockets) each.destroy()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
