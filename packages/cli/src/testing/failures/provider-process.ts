// The payment provider as a process that is restarted whenever it ends, at the same port and with the same journal.

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ProviderSettings, ProviderState } from './payments-provider.ts'

const PROVIDER = fileURLToPath(new URL('./payments-provider.ts', import.meta.url))

export class ProviderProcess implements AsyncDisposable {
  readonly address: string
  /** The number of times it has ended. */
  ends = 0
  private readonly settings: ProviderSettings
  private child: ChildProcess
  private hook: string | null = null
  private isOver = false

  private constructor(settings: ProviderSettings, child: ChildProcess) {
    this.settings = settings
    this.child = child
    this.address = `http://127.0.0.1:${settings.port}`
    this.follow(child)
  }

  static async start(folder: string, settings: Omit<ProviderSettings, 'journal' | 'port'>): Promise<ProviderProcess> {
    const first = { ...settings, journal: join(folder, 'journal'), port: 0 }
    const child = started(first)
    const [port] = (await once(child, 'message')) as [number]
    return new ProviderProcess({ ...first, port }, child)
  }

  /** Sets the address for events. */
  tells(hook: string): void {
    this.hook = hook
    this.child.send(hook)
  }

  kill(): void {
    this.child.kill('SIGKILL')
  }

  /** Waits for a provider that is restarting. */
  async state(): Promise<ProviderState> {
    for (;;) {
      const response = await fetch(`${this.address}/state`).catch(() => null)
      if (response !== null) return (await response.json()) as ProviderState
      await once(this.child, 'message')
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.isOver = true
    const ended = once(this.child, 'exit')
    this.kill()
    await ended
  }

  private follow(child: ChildProcess): void {
    child.once('exit', () => {
      if (this.isOver) return
      this.ends += 1
      // With another seed, because with the same one it would end at the same request again.
      this.child = started({ ...this.settings, seed: this.settings.seed + this.ends })
      if (this.hook !== null) this.child.send(this.hook)
      this.follow(this.child)
    })
  }
}

function started(settings: ProviderSettings): ChildProcess {
  return fork(PROVIDER, [JSON.stringify(settings)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
}
