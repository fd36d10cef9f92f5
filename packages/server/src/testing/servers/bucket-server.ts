// An S3-compatible store for tests, with the operations that files need. It verifies each signature with the inventors'
// own implementation.

import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SignatureV4 } from '@smithy/signature-v4'
import type { Bucket } from '../../store/files/bucket-of-files.ts'

export interface BucketServer extends AsyncDisposable {
  readonly bucket: Bucket
  /** Stored objects, by full name. */
  readonly objects: Map<string, StoredObject>
  /** Answers the next `times` requests with this status. */
  fail(status: number, times: number): void
}

interface StoredObject {
  readonly content: Buffer
  at: Date
}

/** Small, so that listings have several pages. */
const PAGE = 2
const REGION = 'eu-test-1'
const CREDENTIALS = { accessKeyId: 'TESTKEY', secretAccessKey: 'a secret/with+signs' }

export async function startBucketServer(): Promise<BucketServer> {
  const objects = new Map<string, StoredObject>()
  const failing = { status: 0, times: 0 }
  const server = createServer((request, response) => {
    answer(request, response, objects, failing).catch((cause: unknown) =>
      refuse(response, 500, 'Defect', String(cause)),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    bucket: {
      address: `http://127.0.0.1:${port}/pictures/`,
      prefix: 'one-app/',
      region: REGION,
      ...CREDENTIALS,
      sessionToken: 'a token',
    },
    objects,
    fail: (status, times) => Object.assign(failing, { status, times }),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  objects: Map<string, StoredObject>,
  failing: { status: number; times: number },
): Promise<void> {
  const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
  const content = await buffer(request)
  if (failing.times > 0) {
    failing.times -= 1
    return refuse(response, failing.status, 'SlowDown', 'Please try later.')
  }
  const wrong = await whatIsWrong(request, url, content)
  if (wrong !== null) return refuse(response, 403, 'SignatureDoesNotMatch', wrong)
  const [, bucket = '', ...rest] = decodeURIComponent(url.pathname).split('/')
  if (bucket !== 'pictures') return refuse(response, 404, 'NoSuchBucket', 'There is no such bucket.')
  const name = rest.join('/')
  if (name === '') return list(response, url.searchParams, objects)
  const known = objects.get(name)
  if (request.method === 'DELETE') {
    objects.delete(name)
    response.writeHead(204).end()
  } else if (request.method === 'PUT') {
    if (request.headers['content-length'] === undefined) return refuse(response, 411, 'MissingContentLength', '')
    if (known !== undefined && request.headers['if-none-match'] === '*')
      return refuse(response, 412, 'PreconditionFailed', 'It is there already.')
    objects.set(name, { content, at: new Date() })
    response.writeHead(200).end()
  } else if (known === undefined) {
    refuse(response, 404, 'NoSuchKey', 'There is no such object.')
  } else {
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    const sent = start === undefined ? known.content : known.content.subarray(Number(start), Number(end) + 1)
    response.writeHead(start === undefined ? 200 : 206, { 'content-length': sent.length }).end(sent)
  }
}

function list(response: ServerResponse, query: URLSearchParams, objects: Map<string, StoredObject>): void {
  const after = Buffer.from(query.get('continuation-token') ?? '', 'base64').toString()
  const names = [...objects.keys()]
    .filter((name) => name.startsWith(query.get('prefix') ?? '') && name > after)
    .toSorted()
  const page = names.slice(0, Math.min(PAGE, Number(query.get('max-keys') ?? PAGE)))
  const entries = page.map(
    (name) =>
      `<Contents><Key>${name}</Key><LastModified>${objects.get(name)?.at.toISOString()}</LastModified></Contents>`,
  )
  const isCut = page.length < names.length
  const next = `<NextContinuationToken>${Buffer.from(page.at(-1) ?? '').toString('base64')}</NextContinuationToken>`
  response.end(
    `<?xml version="1.0"?><ListBucketResult><IsTruncated>${isCut}</IsTruncated>${isCut ? next : ''}${entries.join('')}</ListBucketResult>`,
  )
}

function refuse(response: ServerResponse, status: number, code: string, words: string): void {
  response.writeHead(status).end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${words}</Message></Error>`)
}

async function whatIsWrong(request: IncomingMessage, url: URL, content: Buffer): Promise<string | null> {
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
  if (headers['x-amz-content-sha256'] !== createHash('sha256').update(content).digest('hex'))
    return 'The content is not the one that was signed.'
  const signed = /SignedHeaders=([^,]+)/.exec(headers['authorization'] ?? '')?.[1]?.split(';') ?? []
  const needed = [
    'host',
    'x-amz-content-sha256',
    'x-amz-date',
    ...('if-none-match' in headers ? ['if-none-match'] : []),
  ]
  if (needed.some((name) => !signed.includes(name))) return 'Too little of the request is signed.'
  const signer = new SignatureV4({
    service: 's3',
    region: REGION,
    credentials: { ...CREDENTIALS, sessionToken: 'a token' },
    sha256: Sha256,
    uriEscapePath: false,
    applyChecksum: false,
  })
  const at = (headers['x-amz-date'] ?? '').replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5')
  const again = await signer.sign(
    {
      method: request.method ?? '',
      protocol: url.protocol,
      hostname: url.hostname,
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: Object.fromEntries(signed.map((name) => [name, headers[name] ?? ''])),
    },
    { signingDate: new Date(at), signableHeaders: new Set(signed) },
  )
  const signature = (text: string | undefined): string | undefined => /Signature=(\w+)/.exec(text ?? '')?.[1]
  return signature(again.headers['authorization']) === signature(headers['authorization'])
    ? null
    : 'The signature is not that of the request.'
}

/** In the form that the signing library expects. */
class Sha256 {
  readonly #hash: Hash | Hmac
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', secret as string)
  }
  update(part: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(part as string)
  }
  async digest(): Promise<Uint8Array> {
    return this.#hash.digest()
  }
  reset(): void {
    throw new Error('Nobody begins again.')
  }
}
