// `ninefold dev FILE`: serves the application of a specification while its author writes it.

import { createInterface } from 'node:readline'
import { type NinefoldServer } from '@ninefold/server/api/server.ts'
import { sampleUsers } from '@ninefold/server/api/screens/app-description.ts'
import type { FileStore } from '@ninefold/server/store/files/file-store.ts'
import { MAILBOX_ONLY } from '@ninefold/server/jobs/mail.ts'
import { openDatabase } from '@ninefold/server/store/driver/database.ts'
import { secretTextsWith } from '@ninefold/server/store/data/secret-texts.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { pino } from 'pino'
import pretty from 'pino-pretty'
import { LiveSpecification } from '../development/live-specification.ts'
import { openBrowser } from '../development/open-browser.ts'
import { outcomeLines } from '../development/print-outcome.ts'
import { watchFile } from '../development/watch-file.ts'
import { NamedFileWatches } from '../development/watch-named-files.ts'
import { unconfiguredProviders } from '../operation/identity-providers.ts'
import { openEmbeddedDatabase } from '../operation/embedded-database.ts'
import { startServer } from '../pipeline.ts'
import { onFreePort } from '../operation/port.ts'
import { readNamedSpecification } from '../specification-of.ts'
import { asArgument, type Colours, coloursFor, countedQuestions } from '../terminal/terminal.ts'
import { untilStopped } from '../operation/shutdown-signals.ts'
import { findWebFolder } from '../web-folder.ts'
import { webhooksFrom } from '../operation/webhooks-out.ts'

/** Only this machine, because an application in development is open to everybody who can reach it. */
const HOST = '127.0.0.1'

export interface DevOptions {
  readonly port: number
  readonly data?: string
  readonly open: boolean
}

export async function dev(file: string, options: DevOptions): Promise<void> {
  const stopped = untilStopped()
  const source = await readNamedSpecification(file)
  const colours = coloursFor(process.stdout)
  const say = (text: string): void => void process.stdout.write(text)

  const postgres = await openEmbeddedDatabase(file, options.data, (line) => say(`${line}\n`))
  const questions: { close(): void }[] = []
  const told = new Set<string>()
  /** Each secret once, no matter how often the text is saved. */
  const newSecrets = (model: Model | null): string => {
    if (model === null) return ''
    const lines = [
      ...live.signing.lines(model).map((line) => `Not in the environment, so services sign with ${line}`),
      ...unconfiguredProviders(model, process.env),
    ].filter((line) => !told.has(line))
    for (const line of lines) told.add(line)
    return lines.map((line) => `  ${line}\n`).join('')
  }
  const logos = new NamedFileWatches(() => void live.logoSaved())
  const chapters = new NamedFileWatches((isCertain) => void live.saved(isCertain))
  const live: LiveSpecification = new LiveSpecification(
    file,
    (aheadMs) => openDatabase({ connectionString: postgres.connectionString, aheadMs }),
    secretTextsWith(postgres.keys),
    (outcome) => {
      say(outcomeLines(outcome, colours, new Date().toTimeString().slice(0, 8)))
      chapters.follow(live.chapterFiles())
      // Reads the terminal only once there is a question: a background process that reads it would be stopped.
      if (outcome.kind === 'waiting' && questions.length === 0) questions.push(listenForYes(live))
      if (outcome.kind === 'applied') {
        logos.follow(live.logoFiles())
        say(newSecrets(outcome.compiled.model))
      }
    },
    postgres.files,
  )
  try {
    const application = await live.open(source)
    const server = await serve(live, application, options.port, postgres.files)
    live.attach(server)
    const watch = watchFile(file, (isCertain) => void live.saved(isCertain))
    const address = `http://localhost:${server.port}`
    say(welcome(file, application.model, address, live, colours))
    if (server.port !== options.port && options.port !== 0)
      say(`Port ${options.port} is taken, so this is ${server.port}.\n`)
    // Reports the address to the parent process.
    process.send?.({ address })
    if (options.open) openBrowser(address)

    await stopped
    await Promise.all([watch.close(), chapters.close(), logos.close()])
    await server.close()
  } finally {
    for (const question of questions) question.close()
    await live.close()
    await postgres.stop()
  }
  say('Stopped.\n')
}

function serve(
  live: LiveSpecification,
  application: Parameters<typeof startServer>[1],
  port: number,
  files: FileStore,
): Promise<NinefoldServer> {
  const logger = pino(
    { level: 'warn' },
    pretty({ sync: true, colorize: process.stderr.isTTY === true, destination: 2, ignore: 'pid,hostname' }),
  )
  const webFolder = findWebFolder()
  if (webFolder === null)
    process.stderr.write('The web app is not built, so there is only the API. `npm start` builds it.\n')
  return onFreePort(port, (tried) =>
    startServer(
      {
        host: HOST,
        port: tried,
        webFolder,
        logger,
        development: live,
        jobs: { mail: MAILBOX_ONLY, webhooks: webhooksFrom(process.env, true) },
        files,
      },
      application,
    ),
  )
}

/** `yes` and Enter approves the waiting changes. */
function listenForYes(live: LiveSpecification): { close(): void } {
  const lines = createInterface({ input: process.stdin })
  lines.on('line', (line) => {
    if (line.trim().toLowerCase() === 'yes') void live.consent()
  })
  // Reading must not keep a stopped program alive.
  process.stdin.unref?.()
  return lines
}

function welcome(file: string, model: Model, address: string, live: LiveSpecification, colours: Colours): string {
  const users = sampleUsers(model)
  const width = (of: (user: (typeof users)[number]) => string): number =>
    Math.max(0, ...users.map((user) => of(user).length))
  const lines = users.map(({ identifier, password, roles }) => {
    const words = `${identifier.padEnd(width((user) => user.identifier))}  ${password.padEnd(width((user) => user.password))}`
    return `    ${words}  ${colours.faint(roles.join(', '))}\n`
  })
  const signIns = lines.length === 0 ? '' : `\n  Sign in as\n${lines.join('')}`
  const { questions } = live.report()
  const questionWords = questions.length === 0 ? '' : `${countedQuestions(questions)}. `
  const isEmpty = questions.length > 0 && questions.every(({ answer }) => answer === 'open')
  const begin = isEmpty
    ? `  Answer its questions step by step at ${colours.strong(`${address}/_ninefold/begin`)}\n`
    : ''
  return (
    `\n  ${colours.strong(model.name)} is served at ${colours.strong(address)}\n${signIns}\n` +
    `${begin}  ${questionWords}\`ninefold check ${asArgument(file)}\` says which.\n  Save the file to change the application. Ctrl-C stops it.\n\n`
  )
}
