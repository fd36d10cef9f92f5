// Deletes issued documents of records that are deleted for good.

import { tableName } from '@ninefold/core/plan/sql/database-names.ts'
import { entitiesWithIssued, forgetIssuedOfDeleted } from '../../store/tables/issued-documents.ts'
import type { Application } from '../context/application.ts'

/** Documents of an entity that the text no longer has are kept, because its records may be restored. */
export async function tidyIssued({ database, model }: Application): Promise<void> {
  for (const name of await entitiesWithIssued(database))
    if (model.entities.entities.some((entity) => entity.name === name))
      await forgetIssuedOfDeleted(database, name, tableName(name))
}
