// PGlite with the prepared database, or with the one of the last visit → the database for the sockets of this worker.
// Changes are saved to the browser's storage once no statement is pending.

import { MemoryFS, PGlite } from '@electric-sql/pglite'
import { EXTENSIONS, shareBackend } from '../database/pglite.ts'
import { reach } from '../node/net.ts'
import type { Parts } from '../protocol.ts'

const NAME = 'ninefold-playground'
/** Several writes are saved together. */
const KEPT_AFTER_MS = 250

/** An empty module in place of initdb, because a database always comes from the build or from the last visit. */
const NO_INITDB = new WebAssembly.Module(Uint8Array.of(0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00))

export interface OpenDatabase {
  /** True: the data survives closing the page. */
  readonly isKept: boolean
  /** Resolves once all writes are saved. */
  settled(): Promise<void>
}

export async function openPglite(
  parts: Parts,
  hasData: boolean,
  failed: (cause: unknown) => void,
): Promise<OpenDatabase> {
  const isKept = await canKeep()
  if (isKept && !hasData) await forget()
  const [wasm, bundle, data] = await Promise.all([
    WebAssembly.compileStreaming(fetch(parts.wasm)),
    fetch(parts.bundle).then((answer) => answer.blob()),
    hasData && isKept ? null : unpacked(parts.data),
  ])
  const pglite = await PGlite.create({
    ...(isKept ? { dataDir: `idb://${NAME}` } : { fs: new MemoryFS() }),
    pgliteWasmModule: wasm,
    initdbWasmModule: NO_INITDB,
    fsBundle: bundle,
    extensions: EXTENSIONS,
    ...(data === null ? {} : { loadDataDir: data }),
    relaxedDurability: true,
  })
  const keeping = new Keeping(pglite, isKept, failed)
  reach(await shareBackend(pglite, { onFailure: failed, onIdle: () => keeping.soon() }))
  return { isKept, settled: () => keeping.settled() }
}

/** Unpacks the archive here, so that every static host can send it unchanged. */
async function unpacked(address: string): Promise<Blob> {
  const answer = await fetch(address)
  if (!answer.ok || answer.body === null) throw new Error(`${address} answered ${answer.status}.`)
  return new Response(answer.body.pipeThrough(new DecompressionStream('gzip'))).blob()
}

class Keeping {
  private readonly pglite: PGlite
  private readonly isKept: boolean
  private readonly failed: (cause: unknown) => void
  private timer: ReturnType<typeof setTimeout> | undefined
  private work: Promise<void> = Promise.resolve()
  private isBegun = false

  constructor(pglite: PGlite, isKept: boolean, failed: (cause: unknown) => void) {
    this.pglite = pglite
    this.isKept = isKept
    this.failed = failed
  }

  soon(): void {
    if (!this.isKept || !this.isBegun) return
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.settled(), KEPT_AFTER_MS)
  }

  /** The first save waits until the application has started, because a person is waiting for it. */
  settled(): Promise<void> {
    this.isBegun = true
    clearTimeout(this.timer)
    if (this.isKept) this.work = this.work.then(() => this.pglite.syncToFs()).catch(this.failed)
    return this.work
  }
}

/** Some browsers offer no storage in private windows. */
function canKeep(): Promise<boolean> {
  return new Promise((resolve) => {
    try {
      const asked = indexedDB.open(`${NAME}-asked`)
      asked.addEventListener('success', () => {
        asked.result.close()
        resolve(true)
      })
      asked.addEventListener('error', () => resolve(false))
    } catch {
      resolve(false)
    }
  })
}

async function forget(): Promise<void> {
  const all = await indexedDB.databases()
  const own = all.flatMap(({ name }) => (name?.includes(NAME) === true && !name.endsWith('-asked') ? [name] : []))
  await Promise.all(
    own.map(
      (name) =>
        new Promise<void>((resolve, reject) => {
          const asked = indexedDB.deleteDatabase(name)
          asked.addEventListener('success', () => resolve())
          asked.addEventListener('error', () => reject(new Error(`The browser keeps the database "${name}".`)))
        }),
    ),
  )
}
