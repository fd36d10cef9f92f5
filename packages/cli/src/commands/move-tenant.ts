// `ninefold move-tenant FILE NAME` → a tenant in another database, while it and all others are used.

import { compile } from '@ninefold/core/compile.ts'
import { hasFiles } from '@ninefold/core/contract/inputs/uploads.ts'
import { hasErrors } from '@ninefold/core/diagnostic/diagnostic.ts'
import { printDiagnostics } from '@ninefold/core/diagnostic/print-terminal.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { planTables } from '@ninefold/core/plan/schema/tables.ts'
import type { Source } from '@ninefold/core/text/source.ts'
import { GRACE_MS } from '@ninefold/server/api/shards/tenant-router.ts'
import type { FileStore } from '@ninefold/server/store/files/file-store.ts'
import { cancelMove, discardTenant, type MoveOptions, moveTenant } from '@ninefold/server/store/shards/move-tenant.ts'
import { MoveRefused } from '@ninefold/server/store/shards/moved-tenant.ts'
import { type Place, type PlaceOptions, withPlace } from '../evolution/open-database.ts'
import { modelOf } from '../model-of.ts'
import { placeForFiles } from '../operation/place-for-files.ts'
import { readNamedSpecification } from '../specification-of.ts'
import { EXIT, Stop } from '../terminal/exit.ts'
import { coloursFor, counted } from '../terminal/terminal.ts'
import { today } from '../today.ts'

export interface MoveTenantOptions extends PlaceOptions {
  /** The database that gets the tenant. */
  readonly to: string
  /** The origin of its server, such as `http://10.0.0.12:4400`. */
  readonly at: string
  /** Its place for uploads, in the form of NINEFOLD_FILES. */
  readonly toFiles?: string
  readonly cancel?: true
  readonly discard?: true
}

export async function moveTenantTo(file: string, label: string, options: MoveTenantOptions): Promise<void> {
  const source = await readNamedSpecification(file)
  const model = modelOf(source, 'used')
  refuseBeyondShards(source)
  const address = originOf(options.at)
  await withPlace(file, options, 'as it is', async (place) => {
    const files = filesOf(model, place, options.toFiles)
    const move: MoveOptions = {
      model,
      schema: planTables(model),
      source: place.connectionString,
      target: options.to,
      label,
      address,
      ...(files === null ? {} : { files }),
      graceMs: GRACE_MS,
      tell: (line) => void process.stderr.write(`${line}\n`),
    }
    try {
      if (options.cancel === true) {
        await cancelMove(move)
        process.stderr.write(`"${label}" stays where it was, and its writes go on.\n`)
        return
      }
      if (options.discard === true) {
        await discardTenant(move)
        process.stderr.write(`"${label}" is served by ${address}, and its records here are removed.\n`)
        return
      }
      const moved = await moveTenant(move)
      process.stderr.write(
        `${counted(moved.records, 'record')} and ${counted(moved.files, 'file')} moved. Writes of "${label}" waited for ${(moved.pauseMs / 1000).toFixed(1)} s.\n`,
      )
    } catch (cause) {
      throw cause instanceof MoveRefused ? new Stop(cause.message, EXIT.refused) : cause
    }
  })
}

function refuseBeyondShards(source: Source): void {
  const { diagnostics } = compile(source.text, today(), { areShards: true })
  const found = diagnostics.filter(({ number }) => number === 'N341')
  if (hasErrors(found)) throw new Stop(printDiagnostics(found, source, coloursFor(process.stderr)), EXIT.refused)
}

function originOf(given: string): string {
  if (URL.canParse(given) && ['http:', 'https:'].includes(new URL(given).protocol)) return new URL(given).origin
  throw new Stop(
    `--at is where servers of this database reach the server of the other one, such as http://10.0.0.12:4400, and not ${given}.`,
  )
}

/** Null: the specification has no files. */
function filesOf(
  model: Model,
  { files }: Place,
  toFiles: string | undefined,
): { readonly source: FileStore; readonly target: FileStore } | null {
  if (!hasFiles(model)) return null
  const source = files ?? placeForFiles(process.env)
  const target = placeForFiles({ ...process.env, NINEFOLD_FILES: toFiles })
  if (source === null)
    throw new Stop('NINEFOLD_FILES is not set. State the place from which the files of the tenant are copied.')
  if (target === null)
    throw new Stop('The specification has files. State the place for uploads of the other database with --to-files.')
  return { source, target }
}
