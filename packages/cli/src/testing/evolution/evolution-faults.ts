// Servers with planted faults, which the evolution test must find.

import type { Evolution } from '@ninefold/server/store/migrate/migrate.ts'
import type { Pool } from 'pg'

/** The planted fault. */
export type EvolutionFault =
  | 'drops on rename'
  | 'fills nothing'
  | 'contracts before it fills'
  | 'renames one word after another'
  | 'leaves people their former roles'
  | 'misses what is written meanwhile'
  | 'archives nothing'

type Evolve<Before> = (before: Before) => Evolution

export function doubled<Before>(evolve: Evolve<Before>, fault: EvolutionFault | undefined): Evolve<Before> {
  return (before) => {
    const evolution = evolve(before)
    const { changes } = evolution
    switch (fault) {
      case 'drops on rename':
        return { ...evolution, changes: { ...changes, fields: [] } }
      case 'fills nothing':
        return {
          ...evolution,
          changes: { ...changes, values: changes.values.map((each) => ({ ...each, sql: 'NULL' })) },
        }
      case 'renames one word after another':
        return { ...evolution, changes: { ...changes, words: changes.words.slice(0, 1) } }
      case 'leaves people their former roles':
        return { ...evolution, changes: { ...changes, roles: [] } }
      default:
        return evolution
    }
  }
}

/** Reports the start of a backfill, once, and behaves wrongly if that is the fault. */
export function faultyPool(
  pool: Pool,
  fault: EvolutionFault | undefined,
  meanwhile: (table: string) => Promise<void>,
): Pool {
  let batches = 0
  const connect = async () => {
    const client = await pool.connect()
    return new Proxy(client, {
      get(target, name) {
        if (name !== 'query') return Reflect.get(target, name, target) as unknown
        return async (...words: [string]) => {
          if (words[0].startsWith('WITH batch')) {
            batches += 1
            if (batches === 2) await meanwhile(/FROM \S*"(\w+)" WHERE/.exec(words[0])?.[1] ?? '')
            if (fault === 'contracts before it fills') return { rows: [] }
          }
          const [sql, ...values] = words
          return target.query(...([otherwise(sql, fault), ...values] as [string]))
        }
      },
    })
  }
  return { connect, options: pool.options } as unknown as Pool
}

function otherwise(sql: string, fault: EvolutionFault | undefined): string {
  if (fault === 'archives nothing') return sql.replaceAll('ninefold.archive(', 'concat(')
  if (fault === 'misses what is written meanwhile')
    return sql.replaceAll(/\nBEGIN\nSELECT [^\n]+;\nRETURN NEW;/g, '\nBEGIN\nRETURN NEW;')
  return sql
}
