// `ninefold service FILE --name Payments`: the OpenAPI document of an outside service → its part of point 7, to paste.

import { readFile } from 'node:fs/promises'
import { outsideServicePart } from '@ninefold/core/contract/open-api/outside-service.ts'
import { Stop } from '../../terminal/exit.ts'

export interface ServiceOptions {
  readonly name: string
  readonly operation?: readonly string[]
}

export async function service(file: string, { name, operation = [] }: ServiceOptions): Promise<void> {
  if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(name)) throw new Stop(`"${name}" is no name. Write one word, such as Payments.`)
  const { text, leftOut, address } = outsideServicePart(await read(file), name, operation)
  for (const sentence of leftOut) process.stderr.write(`${sentence}\n`)
  if (text === null)
    throw new Stop(
      operation.length === 0 ? `${file} has no operation that can be stated.` : `${file} has none of these operations.`,
    )
  process.stdout.write(`${text}\n`)
  if (address !== null) process.stderr.write(`The document says that the service is at ${address}\n`)
}

async function read(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new Stop(`${file} can't be read: ${error instanceof Error ? error.message : String(error)}.`)
  })
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new Stop(`${file} is not JSON. OpenAPI documents in YAML have to be converted first.`)
  }
}
