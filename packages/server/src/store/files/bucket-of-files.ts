// Uploaded bytes ↔ objects in an S3-compatible bucket. An upload is stored on local disk until its content is checked,
// and is then sent to the bucket in one atomic request.

import { createHash } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'
import { checkedName, type FileStore, FileStoreAway, idIn, namesOf, OWNER_NAME } from './file-store.ts'
import { nothingThere, receiveInto } from './incoming-file.ts'

export interface Bucket {
  /** Address of the bucket, with a slash at its end. */
  readonly address: string
  /** Prefix of all names in it; empty, or with a slash at its end. */
  readonly prefix: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken: string | null
}

/** Timeout of an answer; sending a body may take longer. */
const ANSWER_MS_MAX = 30_000
const SENDING_MS_MAX = 600_000
const RETRIES = 3
/** Each upload has a folder of its own, because other users of the machine can see the parent folder. */
const INCOMING = 'ninefold-incoming-'

export function bucketOfFiles(bucket: Bucket): FileStore {
  const ask = askerOf(bucket)
  const put = async (
    name: string,
    content: Blob,
    hash: string,
    headers: Record<string, string> = {},
  ): Promise<Response> => ask('PUT', name, { content, headers: { 'x-amz-content-sha256': hash, ...headers } })
  const keep = async (name: string, content: Blob, hash: string): Promise<void> => {
    await done(await put(checkedName(name), content, hash), bucket)
  }
  return {
    receive: async (id, content, bytesMax) => {
      checkedName(id)
      const folder = mkdtemp(join(tmpdir(), INCOMING))
      const discard = async (): Promise<void> => rm(await folder, { recursive: true, force: true })
      const hash = createHash('sha256')
      try {
        const place = folder.then((made) => join(made, id))
        const { size, path } = await receiveInto(place, content, bytesMax, (part) => hash.update(part))
        const digest = hash.digest('hex')
        return { size, path, keep: async () => keep(id, await openAsBlob(path), digest), discard }
      } catch (cause) {
        await discard()
        throw cause
      }
    },
    read: async (name, part) => {
      const headers = part === undefined ? {} : { range: `bytes=${part.start}-${part.end}` }
      const answer = await ask('GET', checkedName(name), { headers })
      if (part === undefined || answer.status !== 200) return contentOf(answer, bucket)
      await answer.body?.cancel()
      throw new FileStoreAway(`${bucket.address} answers all of a file to whoever asks for a part of it.`)
    },
    keep: (name, content) => keep(name, new Blob([new Uint8Array(content)]), sha256(content)),
    remove: async (id) => {
      for (const name of namesOf(id)) await done(await ask('DELETE', name), bucket)
    },
    keptBefore: async function* (moment) {
      await removeUnfinished(moment)
      for await (const { name, at } of listed(ask, bucket)) {
        const id = idIn(name)
        if (id !== null && at < moment) yield id
      }
    },
    claim: async (owner) => {
      // Detects at the start, instead of at the first cleanup, whether the key may list the bucket.
      await done(await ask('GET', '', { query: { ...LIST, prefix: bucket.prefix, 'max-keys': '1' } }), bucket)
      const answer = await put(OWNER_NAME, new Blob([owner]), sha256(owner), { 'if-none-match': '*' })
      // The object exists already, perhaps since a moment ago.
      if (answer.status === 412 || answer.status === 409) await answer.body?.cancel()
      else await done(answer, bucket)
      const kept = await contentOf(await ask('GET', OWNER_NAME), bucket)
      return kept === null ? owner : Buffer.concat(await kept.toArray()).toString('utf8')
    },
  }
}

interface Question {
  readonly content?: Blob
  readonly headers?: Record<string, string>
  readonly query?: Record<string, string>
}

/** An empty name addresses the bucket itself. */
type Ask = (method: string, name: string, question?: Question) => Promise<Response>

function askerOf(bucket: Bucket): Ask {
  const { accessKeyId, secretAccessKey, sessionToken, region } = bucket
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    ...(sessionToken === null ? {} : { sessionToken }),
    region,
    service: 's3',
    retries: RETRIES,
  })
  return async (method, name, { content, headers = {}, query = {} } = {}) => {
    const url = new URL(name === '' ? bucket.address : bucket.address + bucket.prefix + name)
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value)
    const controller = new AbortController()
    const late = setTimeout(() => controller.abort(), content === undefined ? ANSWER_MS_MAX : SENDING_MS_MAX)
    try {
      return await client.fetch(url, {
        method,
        headers: { 'x-amz-content-sha256': sha256(''), ...headers },
        ...(content === undefined ? {} : { body: content }),
        // Redirects are not followed, so only the configured host is reached.
        redirect: 'manual',
        signal: controller.signal,
      })
    } catch (cause) {
      throw new FileStoreAway(`${bucket.address} does not answer: ${reasonOf(cause)}`, { cause })
    } finally {
      // The body follows, at the reader's pace, without a timeout.
      clearTimeout(late)
    }
  }
}

/** `fetch` puts the network error into the cause of its own error. */
function reasonOf(thrown: unknown): string {
  const cause = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown
  return cause instanceof Error ? cause.message || String(property(cause, 'code') ?? cause.name) : String(cause)
}

function property(of: Error, name: string): unknown {
  return (of as unknown as Record<string, unknown>)[name]
}

async function done(answer: Response, bucket: Bucket): Promise<void> {
  if (!answer.ok) throw await refusalOf(answer, bucket)
  await answer.body?.cancel()
}

async function contentOf(answer: Response, bucket: Bucket): Promise<Readable | null> {
  if (answer.ok) return answer.body === null ? Readable.from([]) : Readable.fromWeb(answer.body)
  const refusal = await refusalOf(answer, bucket)
  if (answer.status === 404 && !refusal.message.includes('NoSuchBucket')) return null
  throw refusal
}

/** Includes the store's own words, which name the problem: a permission, a bucket, a wrong key. */
async function refusalOf(answer: Response, { address }: Bucket): Promise<FileStoreAway> {
  const body = await answer.text()
  const words = [textIn(body, 'Code'), textIn(body, 'Message')].filter((word) => word !== null).join(': ')
  return new FileStoreAway(`${address} answers ${answer.status}${words === '' ? '' : `, ${words}`}`)
}

const LIST = { 'list-type': '2' }

async function* listed(ask: Ask, bucket: Bucket): AsyncGenerator<{ readonly name: string; readonly at: number }> {
  let next: string | null = null
  do {
    const query = { ...LIST, prefix: bucket.prefix, ...(next === null ? {} : { 'continuation-token': next }) }
    const answer = await ask('GET', '', { query })
    if (!answer.ok) throw await refusalOf(answer, bucket)
    const page = await answer.text()
    for (const [, entry = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
      const name = (textIn(entry, 'Key') ?? '').slice(bucket.prefix.length)
      yield { name, at: Date.parse(textIn(entry, 'LastModified') ?? '') }
    }
    next = textIn(page, 'IsTruncated') === 'true' ? textIn(page, 'NextContinuationToken') : null
  } while (next !== null)
}

/** Extracts single elements of flat answers: names that we gave, numbers, words. A full XML parser is not needed. */
function textIn(xml: string, element: string): string | null {
  const text = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1]
  return text === undefined
    ? null
    : text.replace(/&(lt|gt|quot|apos|amp|#\d+);/g, (entity) => ENTITIES[entity] ?? characterOf(entity))
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&amp;': '&',
}

function characterOf(entity: string): string {
  return String.fromCodePoint(Number(entity.slice(2, -1)))
}

function sha256(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex')
}

/** Removes uploads that ended with their process. */
async function removeUnfinished(moment: number): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(INCOMING)) continue
    const path = join(tmpdir(), name)
    const facts = await stat(path).catch(nothingThere)
    // Folders of other users are left alone.
    if (facts === null || facts.mtimeMs >= moment || facts.uid !== (process.getuid?.() ?? facts.uid)) continue
    await rm(path, { recursive: true, force: true })
  }
}
