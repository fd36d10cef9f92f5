// The parts of a backup ↔ one file: a zip with a checksum of each part in its manifest, and one of the manifest in its
// comment. It is written under a temporary name, so that the file is complete or absent.

import { createHash, type Hash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { type Entry, openPromise, type ZipFile as OpenZip } from 'yauzl'
import { ZipFile } from 'yazl'
import { syncFolder } from '../files/folder-of-files.ts'

/** A part as the manifest describes it. */
export interface KeptPart {
  readonly part: string
  readonly bytes: number
  readonly sha256: string
}

/** The file is not a backup, or is damaged. */
export class BackupUnreadable extends Error {
  override name = 'BackupUnreadable'
}

/** The file exists already and would be overwritten. */
export class BackupExists extends Error {
  override name = 'BackupExists'
}

const MANIFEST = 'manifest.json'
const CHECKSUM = 'sha256 of the manifest: '

export interface NewBackupFile {
  /** Adds a part. Parts are written one after another. */
  add(part: string, content: Readable): Promise<KeptPart>
}

/** The result of `fill` becomes the manifest. */
export async function writeBackupFile(path: string, fill: (file: NewBackupFile) => Promise<unknown>): Promise<void> {
  if (await isThere(path)) throw new BackupExists(`${path} is there already, and nothing is written over it.`)
  const unfinished = `${path}.${randomUUID()}.unfinished`
  const zip = new ZipFile()
  const broken = new AbortController()
  const written = pipeline(
    zip.outputStream as Readable,
    createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }),
    { signal: broken.signal },
  )
  // An error reaches the writer of the current part at once, and later the caller who waits for the end.
  written.catch((cause: unknown) => broken.abort(cause))
  try {
    const manifest = Buffer.from(
      JSON.stringify(await fill({ add: (...part) => add(zip, broken.signal, ...part) }), null, 1),
    )
    zip.addBuffer(manifest, MANIFEST)
    zip.end({ comment: CHECKSUM + createHash('sha256').update(manifest).digest('hex'), forceZip64Format: false })
    await written
    await rename(unfinished, path)
    await syncFolder(dirname(resolve(path)))
  } catch (cause) {
    broken.abort(cause)
    await written.catch(() => {})
    await rm(unfinished, { force: true })
    throw broken.signal.reason ?? cause
  }
}

async function add(zip: ZipFile, signal: AbortSignal, part: string, content: Readable): Promise<KeptPart> {
  const counted = new Counted()
  const place = new PassThrough()
  zip.addReadStream(place, part)
  await pipeline(content, (chunks: AsyncIterable<Buffer>) => counted.pass(chunks), place, { signal })
  return { part, ...counted.found() }
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ENOENT') return false
      throw cause
    },
  )
}

class Counted {
  private readonly hash: Hash = createHash('sha256')
  private bytes = 0

  async *pass(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      this.bytes += chunk.length
      this.hash.update(chunk)
      yield chunk
    }
  }

  found(): Omit<KeptPart, 'part'> {
    return { bytes: this.bytes, sha256: this.hash.digest('hex') }
  }
}

export interface OpenBackupFile extends AsyncDisposable {
  /** The manifest as it was written; its checksum is verified. */
  readonly manifest: unknown
  read(part: string): Promise<Readable>
}

/** Throws BackupUnreadable if the file is not a backup, or if its manifest was changed. */
export async function openBackupFile(path: string): Promise<OpenBackupFile> {
  const zip = await readable(path, () =>
    openPromise(path, { autoClose: false, lazyEntries: true, strictFileNames: true }),
  )
  try {
    const entries = await readable(path, () => entriesOf(zip))
    const read = async (part: string): Promise<Readable> => {
      const entry = entries.get(part)
      if (entry === undefined) throw new BackupUnreadable(`${path} lacks its part ${part}.`)
      return readable(path, () => zip.openReadStreamPromise(entry))
    }
    const manifest = await readable(path, async () => buffer(await read(MANIFEST)))
    if (zip.comment !== CHECKSUM + createHash('sha256').update(manifest).digest('hex'))
      throw new BackupUnreadable(`${path} is not as it was written: the checksum of its manifest is another one.`)
    return {
      manifest: JSON.parse(manifest.toString('utf8')) as unknown,
      read,
      [Symbol.asyncDispose]: async () => zip.close(),
    }
  } catch (cause) {
    zip.close()
    throw cause
  }
}

async function entriesOf(zip: OpenZip): Promise<Map<string, Entry>> {
  const found = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) found.set(entry.fileName, entry)
  return found
}

/** Reads a whole part. Throws BackupUnreadable if its checksum is wrong. */
export async function checkPart(path: string, file: OpenBackupFile, kept: KeptPart): Promise<void> {
  const counted = new Counted()
  const content = await file.read(kept.part)
  await readable(path, async () => {
    for await (const _ of counted.pass(content)) continue
  })
  const { bytes, sha256 } = counted.found()
  if (bytes !== kept.bytes || sha256 !== kept.sha256)
    throw new BackupUnreadable(
      `${path} is not as it was written: the checksum of its part ${kept.part} is another one.`,
    )
}

/** Adds the name of the file to a library's error. */
async function readable<Result>(path: string, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (cause) {
    if (cause instanceof BackupUnreadable) throw cause
    throw new BackupUnreadable(`${path} can't be read as a backup: ${(cause as Error).message}`, { cause })
  }
}
