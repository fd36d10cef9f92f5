// `ninefold backup FILE TO`: writes a consistent backup of the data to one file, also while the application runs.

import { backUp, NothingToBackUp } from '@ninefold/server/store/backup/backup.ts'
import { BackupExists } from '@ninefold/server/store/backup/backup-file.ts'
import { keepsSecrets as modelKeepsSecrets } from '@ninefold/core/plan/read/secret-texts.ts'
import { appliedText } from '@ninefold/server/store/migrate/applied-text.ts'
import { openDatabase } from '@ninefold/server/store/driver/database.ts'
import manifest from '../../package.json' with { type: 'json' }
import { type PlaceOptions, withPlace } from '../evolution/open-database.ts'
import { EXIT, Stop } from '../terminal/exit.ts'
import { compile, revisionOf } from '../pipeline.ts'
import { counted } from '../terminal/terminal.ts'

export async function backup(file: string, to: string, options: PlaceOptions): Promise<void> {
  const { kept, keepsSecrets } = await withPlace(file, options, 'as it is', async ({ connectionString, files }) => ({
    kept: await backUp(connectionString, to, {
      program: manifest.version,
      revisionOf,
      ...(files === undefined ? {} : { files }),
    }).catch((error: unknown) => {
      const isSaid = [NothingToBackUp, BackupExists].some((kind) => error instanceof kind)
      throw isSaid ? new Stop((error as Error).message) : error
    }),
    keepsSecrets: await hasSecrets(connectionString),
  }))
  const records = kept.tables.filter(({ schema }) => schema === 'public').reduce((sum, { rows }) => sum + rows, 0)
  const uploads = kept.files === null ? 'no uploads' : counted(kept.files.length, 'upload')
  process.stdout.write(`${to}: ${counted(records, 'row')}, ${uploads}, as of ${kept.at}.\n`)
  if (keepsSecrets)
    process.stdout.write(
      'It contains secret texts in encrypted form. Keep their keys as well, in another place: the backup does not contain them.\n',
    )
  if (kept.missingFiles.length > 0)
    throw new Stop(
      `The backup is written, and lacks ${counted(kept.missingFiles.length, 'upload')} that records hold and that are missing in the place for uploads: ${kept.missingFiles.join(', ')}`,
      EXIT.refused,
    )
}

async function hasSecrets(connectionString: string): Promise<boolean> {
  // A replica may be backed up, too.
  const database = openDatabase({ connectionString, connectionsMax: 1, mayBeReplica: true })
  try {
    const { model } = compile((await appliedText(database.pool)) ?? '')
    return model !== null && modelKeepsSecrets(model)
  } finally {
    await database.close()
  }
}
