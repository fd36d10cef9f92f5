// Runs `ninefold dev` as a child process, so that its output does not mix with the protocol's. The child ends with this
// process in any case, because the channel between them closes.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Stop } from '../terminal/exit.ts'

/** About as much as a person would scroll back. */
const PRINTED_MAX = 8000

interface Served {
  readonly file: string
  readonly child: ChildProcess
  address: string | null
  printed: string
}

export class Running {
  private served: Served | null = null

  /**
   * Waits for the address. A specification that is already served continues; another one is stopped. Throws Stop with
   * the child's output.
   */
  async run(folder: string, file: string): Promise<void> {
    if (this.served?.file === file) return
    await this.stop()
    const program = process.argv[1]
    if (program === undefined) throw new Error('Defect: this program does not know its own file.')
    const child = spawn(process.execPath, [program, 'dev', file, '--no-open', '--port', '0'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
    })
    const served: Served = { file, child, address: null, printed: '' }
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        served.printed = (served.printed + text).slice(-PRINTED_MAX)
      })
    this.served = served
    const ended = once(child, 'close').then(() => {
      if (this.served === served) this.served = null
      return null
    })
    const told = once(child, 'message').then(([message]) => (message as { readonly address: string }).address)
    served.address = await Promise.race([told, ended])
    if (served.address === null) throw new Stop(`${file} can't be run. ${served.printed.trim()}`)
  }

  status(): { readonly file: string | null; readonly address: string | null; readonly printed: string } {
    const { served } = this
    return served === null
      ? { file: null, address: null, printed: '' }
      : { file: served.file, address: served.address, printed: served.printed }
  }

  async stop(): Promise<void> {
    const { served } = this
    if (served === null) return
    this.served = null
    const ended = once(served.child, 'close')
    if (served.child.exitCode === null && served.child.signalCode === null) {
      served.child.kill('SIGTERM')
      await ended
    }
  }
}
