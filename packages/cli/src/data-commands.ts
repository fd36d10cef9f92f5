// Commands on the database of a specification: its evolution, its people, its rows and its backups. As in main.ts, only
// the requested command is loaded.

import { type Command, InvalidArgumentError } from 'commander'
import type { ApplyOptions } from './commands/apply.ts'
import type { EraseOptions } from './commands/archived.ts'
import type { AuditOptions } from './commands/audit.ts'
import type { ImportOptions } from './commands/import.ts'
import type { IndexesOptions } from './commands/indexes.ts'
import type { InviteOptions } from './commands/invite.ts'
import type { MoveTenantOptions } from './commands/move-tenant.ts'
import type { PlanOptions } from './commands/plan.ts'
import type { PlaceOptions } from './evolution/open-database.ts'
import { keepHeapSmall } from './operation/heap-limits.ts'

export function addDataCommands(ninefold: Command): void {
  addResetFactor(ninefold)
  addExportUser(ninefold)
  addInvite(ninefold)
  addImport(ninefold)
  addEvolution(ninefold)
  addArchive(ninefold)
  addErasing(ninefold)
  addBackup(ninefold)
  addMoveTenant(ninefold)
  addAudit(ninefold)
  addIndexes(ninefold)
}

/** Commands about a database with an earlier version of the specification. */
function addEvolution(ninefold: Command): void {
  onDatabase(ninefold.command('plan').argument('<file>', 'the specification'))
    .description('list the changes of a specification for its database and each role, with the necessary consents')
    .option('--json', 'print JSON')
    .action(async (file: string, options: PlanOptions) => {
      const { plan } = await import('./commands/plan.ts')
      process.exitCode = await plan(file, options)
    })
  onDatabase(ninefold.command('apply').argument('<file>', 'the specification'))
    .description('migrate the database to a specification, after the necessary consents')
    .option('--accept <what>', 'give a consent: review, contract, or the name of archived data', collected, [])
    .action(async (file: string, options: ApplyOptions) => (await import('./commands/apply.ts')).apply(file, options))
}

function addInvite(ninefold: Command): void {
  onDatabase(
    ninefold.command('invite').argument('<file>', 'the specification').argument('<role>', 'the role of the person'),
  )
    .description('print a link that creates one user with a role, such as the first administrator')
    .option(
      '--with <field=value>',
      'a field of the new user that is settled, such as email=ada@example.com',
      collected,
      [],
    )
    .option('--days <number>', 'the number of days for which the link is valid', daysFrom, 7)
    .option('--address <url>', 'the address of the application (default: "Public address" of point 9)')
    .action(async (file: string, role: string, options: InviteOptions) =>
      (await import('./commands/invite.ts')).invite(file, role, options),
    )
}

function addImport(ninefold: Command): void {
  onDatabase(
    ninefold
      .command('import')
      .argument('<file>', 'the specification')
      .argument('<entity>', 'the entity of the records, such as Ticket')
      .argument('<rows>', 'a CSV file in UTF-8, with names of fields as headings'),
  )
    .description('create a record for each row of a file, with the rights of a person and under all rules')
    .requiredOption('--as <identifier>', 'the identifier for signing in, such as ada@example.com')
    .option('--refused <file>', 'the file for refused rows (default: beside the file, .refused.csv)')
    .action(async (file: string, entity: string, rows: string, options: ImportOptions) => {
      keepHeapSmall()
      await (await import('./commands/import.ts')).importFile(file, entity, rows, options)
    })
}

function addResetFactor(ninefold: Command): void {
  onDatabase(
    ninefold
      .command('reset-factor')
      .argument('<file>', 'the specification')
      .argument('<identifier>', 'the identifier for signing in, such as ada@example.com'),
  )
    .description('remove the second factor of a user who has lost it, and end their sessions')
    .action(async (file: string, identifier: string, options: PlaceOptions) =>
      (await import('./commands/reset-factor.ts')).resetSecondFactor(file, identifier, options),
    )
}

function addExportUser(ninefold: Command): void {
  onDatabase(
    ninefold
      .command('export-user')
      .argument('<file>', 'the specification')
      .argument('<identifier>', 'the identifier for signing in, such as ada@example.com'),
  )
    .description('print all data of a person as JSON, to answer a request for it')
    .action(async (file: string, identifier: string, options: PlaceOptions) =>
      (await import('./commands/export-user.ts')).exportUser(file, identifier, options),
    )
}

/** Options that choose the database. */
function onDatabase(command: Command): Command {
  return command
    .option('--database <url>', 'the database (default: DATABASE_URL, or the one beside the file)')
    .option('--data <folder>', 'the folder of the database beside the file (default: .ninefold)')
}

function addMoveTenant(ninefold: Command): void {
  onDatabase(
    ninefold
      .command('move-tenant')
      .argument('<file>', 'the specification')
      .argument('<name>', 'the name of the tenant in its address, such as acme'),
  )
    .description('move a tenant to another database while it is used; a move that was cut off goes on')
    .requiredOption('--to <url>', 'the other database')
    .requiredOption('--at <url>', 'its server, as servers of this database reach it')
    .option('--to-files <place>', 'its place for uploads, a folder or s3://bucket/prefix')
    .option('--cancel', 'let the tenant stay, if its records have not arrived yet')
    .option('--discard', 'remove its records here, if an earlier backup has brought them back')
    .action(async (file: string, name: string, options: MoveTenantOptions) =>
      (await import('./commands/move-tenant.ts')).moveTenantTo(file, name, options),
    )
}

function addArchive(ninefold: Command): void {
  onDatabase(ninefold.command('archived').argument('<file>', 'the specification'))
    .description('list the data that changes of the specification have archived')
    .action(async (file: string, options: PlaceOptions) =>
      (await import('./commands/archived.ts')).archived(file, options),
    )
  onDatabase(
    ninefold.command('bring-back').argument('<file>', 'the specification').argument('<name>', 'such as Ticket.phone'),
  )
    .description('bring archived values back into an entity or a field that the specification has again')
    .action(async (file: string, name: string, options: PlaceOptions) =>
      (await import('./commands/archived.ts')).bringBack(file, name, options),
    )
}

/** Erased data cannot be restored. */
function addErasing(ninefold: Command): void {
  onDatabase(
    ninefold
      .command('erase-archived')
      .argument('<file>', 'the specification')
      .argument('<names...>', 'such as Ticket.phone'),
  )
    .description('erase archived values for good')
    .option('--yes', 'do it without asking')
    .action(async (file: string, names: string[], options: EraseOptions) =>
      (await import('./commands/archived.ts')).erase(file, names, options),
    )
}

function addAudit(ninefold: Command): void {
  onDatabase(ninefold.command('audit').argument('<file>', 'the specification'))
    .description('print the audit log: user, action, record, call and revision of the specification')
    .option('--since <moment>', 'only actions since then, such as 2026-11-21')
    .option('--who <id>', 'only actions of the user with this id')
    .option('--json', 'one line of JSON for each')
    .action(async (file: string, options: AuditOptions) => (await import('./commands/audit.ts')).audit(file, options))
}

function addIndexes(ninefold: Command): void {
  onDatabase(ninefold.command('indexes').argument('<file>', 'the specification'))
    .description('print the use of each index of the records')
    .option('--json', 'one object of JSON')
    .action(async (file: string, options: IndexesOptions) =>
      (await import('./commands/indexes.ts')).indexes(file, options),
    )
}

function addBackup(ninefold: Command): void {
  onDatabase(
    ninefold
      .command('backup')
      .argument('<file>', 'the specification')
      .argument('<to>', 'the file to write, such as monday.zip'),
  )
    .description('write a consistent snapshot of all data into one file, also while it is served')
    .action(async (file: string, to: string, options: PlaceOptions) =>
      (await import('./commands/backup.ts')).backup(file, to, options),
    )
  onDatabase(
    ninefold
      .command('restore')
      .argument('<from>', 'a backup')
      .argument('<file>', 'the specification; written if it does not exist'),
  )
    .description('restore a backup into an empty database')
    .action(async (from: string, file: string, options: PlaceOptions) =>
      (await import('./commands/restore.ts')).restore(from, file, options),
    )
}

function daysFrom(text: string): number {
  const days = Number(text)
  if (Number.isInteger(days) && days >= 1 && days <= 365) return days
  throw new InvalidArgumentError('It is a whole number from 1 to 365.')
}

function collected(one: string, before: readonly string[]): string[] {
  return [...before, one]
}
