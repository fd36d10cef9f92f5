// Ports: parsing one from the command line, and finding a free one.

import { InvalidArgumentError } from 'commander'

const PORT_MAX = 65_535

export function portFrom(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > PORT_MAX)
    throw new InvalidArgumentError(`A port is a number from 0 to ${PORT_MAX}.`)
  return port
}

/** Tries this port and the following ones, until one is free. 0 stands for any free port. */
export async function onFreePort<Result>(port: number, listen: (port: number) => Promise<Result>): Promise<Result> {
  const last = port === 0 ? 0 : Math.min(port + 99, PORT_MAX)
  for (let tried = port; ; tried++) {
    try {
      return await listen(tried)
    } catch (error) {
      if (!isPortTaken(error) || tried >= last) throw error
    }
  }
}

export function isPortTaken(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
}
