// Issued documents go with their records: those of records that are deleted for good are removed.

import { tableName } from '@ninefold/core/plan/sql/database-names.ts'
import { entitiesWithIssued, forgetIssuedOfDeleted } from '../../store/tables/issued-documents.ts'
import type { Application } from '../context/application.ts'

/** Documents of an entity that the text has no longer stay: its records may be brought back. */
export async function tidyIssued({ database, model }: Application): Promise<void> {
  for (const name of await entitiesWithIssued(database))
    if (model.entities.entities.some((entity) => entity.name === name))
      await forgetIssuedOfDeleted(database, name, tableName(name))
}
