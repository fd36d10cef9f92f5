// The command line → one command. Each command has its file in commands/. Only the requested one is loaded, because
// checking a file takes less time than loading a web server.

import { Command, CommanderError, Option } from 'commander'
import manifest from '../package.json' with { type: 'json' }
import { addDataCommands } from './data-commands.ts'
import { CHECK_FORMATS } from './terminal/check-formats.ts'
import type { CheckOptions } from './commands/check.ts'
import type { DevOptions } from './commands/dev.ts'
import type { FormatOptions } from './commands/format.ts'
import type { GuideOptions } from './commands/guide.ts'
import type { NewOptions } from './commands/new.ts'
import type { QuestionsOptions } from './commands/questions.ts'
import type { StartOptions } from './commands/start.ts'
import type { TestOptions } from './commands/test.ts'
import type { ServiceOptions } from './commands/written/service.ts'
import type { WordsOptions } from './commands/written/words.ts'
import { endWithItsReader } from './terminal/end-with-its-reader.ts'
import { EXIT, Stop } from './terminal/exit.ts'
import { portFrom } from './operation/port.ts'
import { keepHeapSmall } from './operation/heap-limits.ts'

const DEFAULT_PORT = 4400

/** `argv` in Node's form: the program and its file come first. */
export async function main(argv: readonly string[]): Promise<void> {
  endWithItsReader()
  try {
    await program().parseAsync(argv)
  } catch (error) {
    if (error instanceof CommanderError) {
      // The command-line parser has already printed its message or help.
      process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.notPossible
    } else if (error instanceof Stop) {
      process.stderr.write(`${error.message}\n`)
      process.exitCode = error.exitCode
    } else {
      throw error
    }
  }
}

function program(): Command {
  const ninefold = new Command('ninefold')
    .description('Runs nine-point specifications: a Markdown text is the application.')
    .version(manifest.version)
    .exitOverride()
    .showHelpAfterError('(--help shows what can be said here)')
  addCheck(ninefold)
  addFormat(ninefold)
  addQuestions(ninefold)
  ninefold
    .command('openapi')
    .description('print the OpenAPI 3.1 document of the calls')
    .argument('<file>', 'the specification')
    .action(async (file: string) => (await import('./commands/written/openapi.ts')).openapi(file))
  ninefold
    .command('client')
    .description('write a client of the calls in TypeScript, with the types of inputs, answers and refusals')
    .argument('<file>', 'the specification')
    .option('--out <file>', 'the file to write (default: standard output)')
    .action(async (file: string, options: { out?: string }) =>
      (await import('./commands/client.ts')).client(file, options),
    )
  addService(ninefold)
  ninefold
    .command('words')
    .description('write the missing translations as a table to fill in')
    .argument('<file>', 'the specification')
    .requiredOption('--language <tag>', 'the language of the translation, such as de')
    .option('--all', 'write every word, with its present translation')
    .action(async (file: string, options: WordsOptions) =>
      (await import('./commands/written/words.ts')).words(file, options),
    )
  addDev(ninefold)
  addStart(ninefold)
  addDataCommands(ninefold)
  addTest(ninefold)
  addManual(ninefold)
  ninefold
    .command('lsp')
    .description('answer an editor: completion, hover, rename and the rest, over standard input and output')
    .addOption(new Option('--stdio', 'as editors call it; there is no other way').hideHelp())
    .action(async () => (await import('./commands/lsp.ts')).lsp())
  ninefold
    .command('mcp')
    .description(
      'answer an agent that writes a specification: the Model Context Protocol over standard input and output',
    )
    .action(async () => (await import('./commands/mcp.ts')).mcp())
  ninefold
    .command('new')
    .description('write a specification with nine open points, or a copy of an example')
    .argument('[name]', 'the file to write (default: app.md, or the name of the example)')
    .option(
      '--like <example>',
      'begin with a whole application: booking, conduit, crm, expenses, helpdesk, shop or stock',
    )
    .action(async (name: string | undefined, options: NewOptions) =>
      (await import('./commands/new.ts')).writeNew(name, options),
    )
  return ninefold
}

function addCheck(ninefold: Command): void {
  ninefold
    .command('check')
    .description('report mistakes and open questions of specifications')
    .argument('<file...>', 'specifications, or folders with specifications')
    .addOption(new Option('--format <format>', 'how to say it').choices(CHECK_FORMATS).default('text'))
    .option('--fix', 'first apply every fix that is the only one of its diagnostic')
    .addOption(new Option('--watch', 'check again at each change').conflicts('fix'))
    .addOption(
      new Option('--for <way>', 'also report what this way to run cannot have: tenants in several databases')
        .choices(['shards'])
        .conflicts('fix'),
    )
    .action(async (words: string[], options: CheckOptions) => {
      const { check } = await import('./commands/check.ts')
      process.exitCode = await check(words, options)
    })
}

function addFormat(ninefold: Command): void {
  ninefold
    .command('format')
    .description('write specifications in their canonical form, without a change of meaning')
    .argument('<file...>', 'specifications, or folders with specifications')
    .option('--check', 'only list files in another form, and end with 1 if there are any')
    .action(async (words: string[], options: FormatOptions) => {
      const { format } = await import('./commands/format.ts')
      process.exitCode = await format(words, options)
    })
}

function addQuestions(ninefold: Command): void {
  ninefold
    .command('questions')
    .description('list the open questions, with the places that wait for them and possible answers')
    .argument('<file>', 'the specification')
    .addOption(new Option('--format <format>', 'how to say it').choices(['text', 'json']).default('text'))
    .action(async (file: string, options: QuestionsOptions) =>
      (await import('./commands/questions.ts')).questions(file, options),
    )
}

/** Commands about the language, not about a specification. */
function addManual(ninefold: Command): void {
  ninefold
    .command('explain')
    .description('show the page of a diagnostic, with a wrong and a right example')
    .argument('<number>', 'its number, such as N601')
    .action(async (number: string) => (await import('./commands/explain.ts')).explain(number))
  ninefold
    .command('guide')
    .description('print the whole language in short, for a coding agent or for a person in a hurry')
    .option('--full', 'print the whole manual instead, point by point, with examples')
    .action(async (options: GuideOptions) => (await import('./commands/guide.ts')).guide(options))
}

function addService(ninefold: Command): void {
  ninefold
    .command('service')
    .description('write the tables of an outside service from its OpenAPI document')
    .argument('<file>', 'the OpenAPI document, in JSON')
    .requiredOption('--name <name>', 'what the text calls it, such as Payments')
    .option('--operation <id...>', 'only these: operation ids, or "POST /v1/payments"')
    .action(async (file: string, options: ServiceOptions) =>
      (await import('./commands/written/service.ts')).service(file, options),
    )
}

function addDev(ninefold: Command): void {
  ninefold
    .command('dev')
    .description('run a specification while it is being written')
    .argument('<file>', 'the specification')
    .option('--port <number>', 'the port; if it is taken, the next free one', portFrom, DEFAULT_PORT)
    .option('--data <folder>', 'the folder of its data (default: .ninefold beside the file)')
    .option('--no-open', 'do not open a browser')
    .action(async (file: string, options: DevOptions) => (await import('./commands/dev.ts')).dev(file, options))
}

function addStart(ninefold: Command): void {
  ninefold
    .command('start')
    .description(
      'run a specification for its users; DATABASE_URL names the database, NINEFOLD_FILES a folder or a bucket for uploads',
    )
    .argument('<file>', 'the specification')
    .option('--port <number>', 'the port', portFrom, DEFAULT_PORT)
    .option('--host <address>', 'the address to listen on', '0.0.0.0')
    .option('--embedded-database', 'keep the data in an embedded database instead of DATABASE_URL')
    .option('--data <folder>', 'the folder of that database (default: .ninefold beside the file)')
    .option('--allow-provisional', 'also serve provisional parts for open points')
    .option('--consent-to-data-loss', 'archive data that the specification no longer has')
    .action(async (file: string, options: StartOptions) => {
      // Called before the program is loaded, because loading creates much garbage.
      keepHeapSmall()
      await (await import('./commands/start.ts')).start(file, options)
    })
}

function addTest(ninefold: Command): void {
  ninefold
    .command('test')
    .description('play the examples of a specification, and report different results')
    .argument('<file>', 'the specification')
    .option('--junit <file>', 'also write the results as XML, for a build server')
    .action(async (file: string, options: TestOptions) => {
      const { test } = await import('./commands/test.ts')
      process.exitCode = await test(file, options)
    })
}
