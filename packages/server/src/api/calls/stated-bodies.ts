// The body of a stated call that is a text, a file or a multipart form → the object that it means, with the ids of files
// that are kept by then. Each is bounded while it comes: a text and all fields of a form as every body is, a file
// as its input says.

import { parse as parseDisposition } from 'content-disposition'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import type { Call, Input } from '@ninefold/core/model/calls.ts'
import { sentPath } from '@ninefold/core/model/wire.ts'
import type { CheckedFieldType } from '@ninefold/core/model/entities.ts'
import { errorCodes, type FastifyRequest } from 'fastify'
import { inputRefusal, Refusal, refused } from '../../gate/context/refusal.ts'
import { tooLarge } from '../../gate/files/files.ts'
import { objectOfPairs, pathOf } from '../http/form-bodies.ts'
import { REQUEST_BYTES_MAX } from '../http/transport-limits.ts'
import { fileName, takeFile, type Taking } from './uploads.ts'

/** More files than a list holds that says no number are no form that somebody fills in. */
const FILES_MAX = 20
const FIELDS_MAX = 10_000

export async function textBody(
  call: Call,
  payload: Readable,
): Promise<{ readonly bytes: Buffer; readonly body: unknown }> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += part.length
    if (size > REQUEST_BYTES_MAX) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
    parts.push(part)
  }
  const bytes = Buffer.concat(parts)
  return { bytes, body: bytes.length === 0 ? undefined : onlyInput(call, textOf(bytes)) }
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw refused('body not readable', 'body', 'The request is no text in UTF-8.')
  }
}

/** All of the body is the value of the one input. */
function onlyInput({ inputs }: Call, value: string): unknown {
  const [input] = inputs
  return (input === undefined ? [] : sentPath(input)).reduceRight<unknown>((inner, key) => ({ [key]: inner }), value)
}

export async function fileBody(
  taking: Taking,
  call: Call,
  request: FastifyRequest,
  payload: Readable,
): Promise<unknown> {
  const [input] = call.inputs
  const type = input === undefined ? null : fileTypeOf(input)
  if (input === undefined || type === null) throw new Error('The body is a file, and no input is one.')
  const about = sentPath(input).at(-1) ?? 'body'
  if (Number(request.headers['content-length'] ?? 0) > type.bytesMax)
    throw new Refusal([tooLarge(about, type.bytesMax)])
  const name = fileName(nameIn(request.headers['content-disposition']))
  const { id } = await takeFile(taking, { name, about, content: payload, bytesMax: type.bytesMax })
  return onlyInput(call, id)
}

/** `attachment; filename="photo.png"`; one that cannot be read is none. */
function nameIn(disposition: string | undefined): unknown {
  if (disposition === undefined) return undefined
  try {
    return parseDisposition(disposition).parameters['filename']
  } catch {
    return undefined
  }
}

type FileType = Extract<CheckedFieldType, { kind: 'file' }>

function fileTypeOf({ like }: Input): FileType | null {
  const type = like.kind === 'field' ? like.field.type : like.kind === 'type' ? like.type : null
  return type?.kind === 'file' ? type : null
}

/** Files are taken one after another, in the order in which they come. */
export async function multipartBody(
  taking: Taking,
  call: Call,
  request: FastifyRequest,
  payload: Readable,
): Promise<unknown> {
  const files = new Map(
    call.inputs.flatMap((input): [string, FileType][] => {
      const type = fileTypeOf(input)
      return type === null ? [] : [[sentPath(input).join('.'), type]]
    }),
  )
  const parser = parserOf(request)
  const pairs: [string, string][] = []
  const taken: Promise<void>[] = []
  let fieldBytes = 0
  const failed = new Promise<never>((_, reject) => {
    parser.on('field', (name: string, value: string, isNameCut: boolean, isCut: boolean) => {
      fieldBytes += Buffer.byteLength(name) + Buffer.byteLength(value)
      if (isNameCut || isCut || fieldBytes > REQUEST_BYTES_MAX) reject(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE())
      pairs.push([name, value])
    })
    parser.on('file', (name: string, content: BusboyFileStream, filename: string) => {
      const coming = takenPart(taking, { name, content, filename }, files).then((id) => {
        if (id !== null) pairs.push([name, id])
      })
      taken.push(coming)
      coming.catch(reject)
    })
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
      parser.on(limit, () => reject(refused('body not readable', 'body', 'The form has more parts than are read.')))
    parser.on('error', () => reject(unreadable()))
    payload.on('error', () => reject(unreadable()))
  })
  // The rest of a refused form is not read.
  const stop = (): void => {
    payload.unpipe(parser)
    parser.destroy()
  }
  try {
    payload.pipe(parser)
    await Promise.race([once(parser, 'finish'), failed])
    await Promise.race([Promise.all(taken), failed])
  } catch (cause) {
    stop()
    throw cause
  }
  const body = objectOfPairs(pairs)
  if (body === null) throw unreadable()
  return body
}

function unreadable(): Refusal {
  return refused('body not readable', 'body', 'The form cannot be read.')
}

function parserOf(request: FastifyRequest): InstanceType<typeof Busboy> {
  try {
    return new Busboy({
      headers: { ...request.headers, 'content-type': request.headers['content-type'] ?? '' },
      limits: {
        fields: FIELDS_MAX,
        fieldSize: REQUEST_BYTES_MAX,
        fieldNameSize: 1000,
        files: FILES_MAX,
        headerPairs: 50,
      },
    })
  } catch {
    // A form without a boundary.
    throw unreadable()
  }
}

interface FilePart {
  readonly name: string
  readonly content: BusboyFileStream
  readonly filename: string
}

/** The id under which it is kept. Null: an empty field for files, as browsers send one in which nothing was chosen. */
async function takenPart(
  taking: Taking,
  { name, content, filename }: FilePart,
  files: ReadonlyMap<string, FileType>,
): Promise<string | null> {
  const path = pathOf(name)?.filter((key) => key !== '') ?? [name]
  const type = files.get(path.join('.'))
  const about = path.at(-1) ?? name
  if (type === undefined) {
    content.resume()
    throw new Refusal([inputRefusal('unknown input', about)])
  }
  if (filename === '' || filename === undefined) {
    content.resume()
    return null
  }
  return (await takeFile(taking, { name: fileName(filename), about, content, bytesMax: type.bytesMax })).id
}
