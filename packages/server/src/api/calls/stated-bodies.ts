// The body of a stated call that is a text, a file or a multipart form → the object that it stands for, with the ids of
// stored files. Limits apply while the body arrives: texts and form fields share the general limit, files have that of
// their input.

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
import { utf8Text, withSentText } from '../http/bodies.ts'
import { objectOfPairs, pathOf } from '../http/form-bodies.ts'
import { REQUEST_BYTES_MAX } from '../http/transport-limits.ts'
import { fileName, takeFile, type Taking } from './uploads.ts'

/** Files in a list that states no maximum of its own. */
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
  if (bytes.length === 0) return { bytes, body: undefined }
  const text = textOf(bytes)
  return { bytes, body: withSentText(onlyInput(call, text), text) }
}

function textOf(bytes: Buffer): string {
  const text = utf8Text(bytes)
  if (text === null) throw refused('body not readable', 'body', ['no UTF-8'])
  return text
}

/** The whole body is the value of the first input. */
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

/** Reads the file name of `attachment; filename="photo.png"`; undefined if it cannot be read. */
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

/** Reads the parts in the order in which they arrive. */
export async function multipartBody(
  taking: () => Promise<Taking>,
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
  const form: Form = { taking, files, fieldBytes: 0, fileCount: 0 }
  const parser = parserOf(request)
  const contents: BusboyFileStream[] = []
  const parts: Promise<readonly [string, string] | null>[] = []
  const failed = new Promise<never>((_, reject) => {
    parser.on('file', (name: string | undefined, content: BusboyFileStream, filename, encoding, type) => {
      contents.push(content)
      // A stream error before anybody reads would end the process without a listener.
      content.on('error', (cause) => {
        reject(unreadable())
        content.destroy(cause)
      })
      const coming = takenPart(form, { name, content, filename, encoding, type })
      parts.push(coming)
      coming.catch(reject)
    })
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) parser.on(limit, () => reject(tooMany()))
    parser.on('error', () => reject(unreadable()))
    payload.on('error', () => reject(unreadable()))
  })
  try {
    payload.pipe(parser)
    await Promise.race([once(parser, 'finish'), failed])
    const pairs = await Promise.race([Promise.all(parts), failed])
    const body = objectOfPairs(pairs.filter((pair) => pair !== null))
    if (body === null) throw unreadable()
    return body
  } catch (cause) {
    // The rest of a refused form is not read.
    payload.unpipe(parser)
    parser.destroy()
    for (const content of contents) content.destroy()
    throw cause
  }
}

function unreadable(): Refusal {
  return refused('body not readable', 'body', ['form not readable'])
}

function tooMany(): Refusal {
  return refused('body not readable', 'body', ['form of many parts'])
}

function parserOf(request: FastifyRequest): InstanceType<typeof Busboy> {
  try {
    return new Busboy({
      headers: { ...request.headers, 'content-type': request.headers['content-type'] ?? '' },
      // The library decodes texts leniently. Reading them as bytes lets us refuse invalid UTF-8.
      isPartAFile: () => true,
      limits: { files: FIELDS_MAX + FILES_MAX, headerPairs: 50 },
    })
  } catch {
    // The form has no boundary.
    throw unreadable()
  }
}

interface Form {
  /** Called for the first file only: a form of texts needs no place for files. */
  readonly taking: () => Promise<Taking>
  readonly files: ReadonlyMap<string, FileType>
  /** Size of all texts, with their names. */
  fieldBytes: number
  fileCount: number
}

interface Part {
  readonly name: string | undefined
  readonly content: BusboyFileStream
  readonly filename: string | undefined
  readonly encoding: string
  readonly type: string
}

/** Transfer encodings that leave the bytes unchanged. RFC 7578 allows no others. */
const PLAIN_ENCODINGS: readonly string[] = ['7bit', '8bit', 'binary']

/** Name and value of a part. Null: an empty file field, as browsers send it when no file was chosen. */
async function takenPart(form: Form, part: Part): Promise<readonly [string, string] | null> {
  const { name, filename, encoding, type } = part
  if (name === undefined || !PLAIN_ENCODINGS.includes(encoding)) throw unreadable()
  const isFile = filename !== undefined || type === 'application/octet-stream'
  const value = isFile ? await takenFile(form, name, part) : await takenText(form, name, part)
  return value === null ? null : [name, value]
}

async function takenText(form: Form, name: string, { content }: Part): Promise<string> {
  const count = (bytes: number): void => {
    form.fieldBytes += bytes
    if (form.fieldBytes > REQUEST_BYTES_MAX) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
  }
  count(Buffer.byteLength(name))
  const bytes: Buffer[] = []
  for await (const some of content as AsyncIterable<Buffer>) {
    count(some.length)
    bytes.push(some)
  }
  return textOf(Buffer.concat(bytes))
}

/** Stores a file and returns its id. */
async function takenFile(form: Form, name: string, { content, filename }: Part): Promise<string | null> {
  if (++form.fileCount > FILES_MAX) throw tooMany()
  const path = pathOf(name)?.filter((key) => key !== '') ?? [name]
  const type = form.files.get(path.join('.'))
  const about = path.at(-1) ?? name
  if (type === undefined) throw new Refusal([inputRefusal('unknown input', about)])
  if (filename === '' || filename === undefined) {
    content.resume()
    return null
  }
  return (await takeFile(await form.taking(), { name: fileName(filename), about, content, bytesMax: type.bytesMax })).id
}
