// Test of evolution: a random walk of edits over a specification with records. After every edit it checks each cell.
// Some migrations are interrupted before every statement and must leave the former state each time. During a backfill,
// the former version goes on writing.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { planTables } from '@ninefold/core/plan/schema/tables.ts'
import { backUp } from '@ninefold/server/store/backup/backup.ts'
import { restoreBackup } from '@ninefold/server/store/backup/restore.ts'
import { NotRestorable, restoreArchived } from '@ninefold/server/store/migrate/archive.ts'
import { migrate, type WaitingStep } from '@ninefold/server/store/migrate/migrate.ts'
import { breakingBefore } from '@ninefold/server/testing/servers/breaking-pool.ts'
import type { Pool } from 'pg'
import { evolutionTo } from '../../pipeline.ts'
import { bringingBack } from './evolution-archive.ts'
import { type Chance, type Edited, EDITS_OF_FIELDS, oneOf } from './evolution-edits.ts'
import { doubled, type EvolutionFault, faultyPool } from './evolution-faults.ts'
import { archivedSince, compare, withRecord, withWrites } from './evolution-records.ts'
import { EDITS_OF_RELATIONS } from './evolution-relations.ts'
import { type Archived, FIRST_WORLD, settled, versionOf, type World } from './evolution-world.ts'
import { randomFrom } from '../chance.ts'
import { modelOf, textOf } from './versions.ts'

export interface EvolutionRun {
  readonly edits: number
  readonly seed: number
  /** Of this many edits, one is interrupted before every statement. */
  readonly cutsEvery: number
  /** Of this many edits, one is followed by a backup, which is restored into an empty database. */
  readonly backupEvery?: number
  /** Of this many edits, one brings archived data back. Missing: 8. */
  readonly backEvery?: number
  readonly fault?: EvolutionFault
  /** An empty database. */
  readonly pool: Pool
  /** Another one, for a restored backup. */
  readonly emptyDatabase?: () => Promise<EmptyDatabase>
  readonly told?: (line: string) => void
}

export interface EmptyDatabase extends AsyncDisposable {
  readonly connectionString: string
  readonly pool: Pool
}

export interface EvolutionProof {
  readonly edits: number
  readonly cells: number
  readonly cuts: number
  /** Changes that needed consent, and changes that no consent permits. */
  readonly agreed: number
  readonly refused: number
  /** Values that the former version wrote during a backfill. */
  readonly meanwhile: number
  /** Backups that were restored. */
  readonly backups: number
  /** All violations. Empty: none. */
  readonly wrong: readonly string[]
}

export async function runEvolutionMachine(run: EvolutionRun): Promise<EvolutionProof> {
  const random = randomFrom(run.seed)
  const walk = new Walk(run, (below) => Math.floor(random() * below))
  await walk.begin()
  for (let number = 1; number <= run.edits; number++) {
    const what = await walk.step(number)
    if (number % (run.backupEvery ?? Infinity) === 0) await walk.restoreBackup()
    const wrong = walk.wrong.map((words) => `edit ${number}, ${what}: ${words}`)
    if (wrong.length > 0) return { ...walk.figures, edits: number, wrong }
    if (number % 100 === 0) run.told?.(`${number} edits, ${walk.figures.cells} cells, ${walk.figures.cuts} cuts`)
  }
  return { ...walk.figures, edits: run.edits, wrong: [] }
}

class Walk {
  readonly run: EvolutionRun
  readonly chance: Chance
  world: World = FIRST_WORLD
  lastArchived = 0
  wasRound = false
  wrong: string[] = []
  figures = { cells: 0, cuts: 0, agreed: 0, refused: 0, meanwhile: 0, backups: 0 }

  constructor(run: EvolutionRun, chance: Chance) {
    this.run = run
    this.chance = chance
  }

  async begin(): Promise<void> {
    await this.bring(this.world)
    await this.run.pool.query(
      `INSERT INTO "user" (email, password, created_at, updated_at) VALUES ('0@example.test', 'x', now(), now()), ('1@example.test', 'x', now(), now())`,
    )
    await this.run.pool.query(
      `INSERT INTO ninefold.user_role SELECT id::text, CASE email WHEN '0@example.test' THEN 'Agent' ELSE 'Keeper' END FROM "user"`,
    )
  }

  async step(number: number): Promise<string> {
    const { pool } = this.run
    for (const _ of [1, 2]) this.world = await withRecord(pool, settled(this.world), this.chance, number)
    const back = this.chance(this.run.backEvery ?? 8) === 0 ? bringingBack(this.world, this.chance) : null
    if (back !== null) return this.bringBack(back)
    const change = this.chosen(number)
    const planned = change(this.world)
    if (planned.isRefused === true) {
      await this.expectRefusal(planned)
      return planned.what
    }
    this.wasRound = planned.isRound === true
    if (number % this.run.cutsEvery === 0)
      await this.cutEverywhere(planned).catch((error: Error) => this.wrong.push(`fails: ${error.message}`))
    else await this.take(change, number).catch((error: Error) => this.wrong.push(`fails: ${error.message}`))
    return planned.what
  }

  private chosen(number: number): (world: World) => Edited {
    for (;;) {
      const edits = [...EDITS_OF_FIELDS, ...EDITS_OF_RELATIONS]
      const change = oneOf(edits, this.chance)?.(this.world, this.chance, number)
      if (change === null || change === undefined) continue
      if (!this.wasRound || change(this.world).isRound !== true) return change
    }
  }

  /** Checks that the plan asks for exactly the necessary consents; meanwhile people write. */
  private async take(change: (world: World) => Edited, number: number): Promise<void> {
    const { losses = [], world } = change(this.world)
    if (losses.length > 0) {
      await this.expectLosses(world, losses)
      this.figures.agreed += 1
    }
    const meanwhile = async (table: string): Promise<void> => {
      this.world = await withWrites(this.run.pool, this.world, table, this.chance, number)
      this.figures.meanwhile += 1
    }
    await this.expectDone(world, losses, faultyPool(this.run.pool, this.run.fault, meanwhile))
    this.world = change(this.world).world
    await this.account(this.world.archived)
  }

  private async expectLosses(world: World, losses: readonly string[]): Promise<void> {
    // A planted fault that loses data must not be prevented by the question.
    if (this.run.fault !== undefined) return
    const asked = new Set((await this.bring(world)).map(({ about = 'nothing that has a name' }) => about))
    if ([...asked].sort().join() !== [...losses].sort().join())
      this.wrong.push(`a yes is asked for to ${[...asked].join() || 'nothing'} instead of ${losses.join()}`)
    await this.account([])
  }

  private async expectRefusal({ world }: Edited): Promise<void> {
    this.figures.refused += 1
    const waiting = await this.bring(world, { consent: true })
    if (waiting.length === 0) this.wrong.push('it is done, although records do not fit')
    await this.account([])
  }

  private async expectDone(world: World, losses: readonly string[], pool: Pool): Promise<void> {
    const consent = (steps: readonly WaitingStep[]): boolean =>
      this.run.fault !== undefined || steps.every(({ about = '' }) => losses.includes(about))
    const waiting = await this.bring(world, { consent, pool })
    this.wrong.push(...waiting.map(({ sentence }) => `waits: ${sentence}`))
  }

  private async cutEverywhere({ world, losses = [] }: Edited): Promise<void> {
    for (let statement = 1; ; statement++) {
      const cut = breakingBefore(statement, this.run)
      const outcome = await this.expectDone(world, losses, cut.pool).catch((error: Error) => error)
      if (!(outcome instanceof Error)) break
      if (!cut.wasReached()) throw outcome
      this.figures.cuts += 1
      await this.account([])
      if (this.wrong.length > 0) {
        this.wrong = this.wrong.map((words) => `cut ${statement}: ${words}`)
        return
      }
    }
    this.world = world
    await this.account(world.archived)
  }

  /** Restores archived data. */
  private async bringBack({ what, world, name, restored }: ReturnType<typeof bringingBack> & object): Promise<string> {
    await this.expectDone(world, [], this.run.pool)
    this.wasRound = false
    const records = await restoreArchived(this.run.pool, name).catch((error: unknown) => {
      if (error instanceof NotRestorable) return null
      throw error
    })
    const expected = restored?.records ?? null
    if (records !== expected) this.wrong.push(`${records} records come back instead of ${expected}`)
    this.world = restored?.world ?? world
    await this.account([])
    return what
  }

  /** A backup of the database holds each cell, and can be restored. */
  async restoreBackup(): Promise<void> {
    const { pool, emptyDatabase } = this.run
    if (emptyDatabase === undefined) throw new Error('Defect: there is no database for the restored backup.')
    await using restored = await emptyDatabase()
    const folder = await mkdtemp(join(tmpdir(), 'ninefold-evolution-'))
    try {
      const path = join(folder, 'backup.zip')
      await backUp(pool.options.connectionString ?? '', path, { program: '0.0.0', revisionOf: () => 'some' })
      await restoreBackup(restored.connectionString, path, {})
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
    const { cells, wrong } = await compare(restored.pool, this.world)
    this.figures.cells += cells
    this.figures.backups += 1
    this.wrong.push(...wrong.map((words) => `restored backup: ${words}`))
  }

  private async bring(
    world: World,
    {
      consent = false,
      pool = this.run.pool,
    }: Partial<{ consent: Parameters<typeof migrate>[2]['consent']; pool: Pool }> = {},
  ): Promise<readonly WaitingStep[]> {
    const text = textOf(versionOf(world))
    const model = modelOf(text)
    const evolution = doubled(evolutionTo(model, null), this.run.fault)
    // Every other walk prepares its changes as those of large tables.
    const largeBytes = this.run.seed % 2 === 0 ? 0 : Infinity
    return (await migrate(pool, planTables(model), { text, consent, batch: 3, evolution, largeBytes })).waiting
  }

  private async account(expected: readonly Archived[]): Promise<void> {
    const found = await compare(this.run.pool, this.world)
    const { last, archived } = await archivedSince(this.run.pool, this.lastArchived)
    this.lastArchived = last
    this.figures.cells += found.cells + archived.reduce((sum, { values }) => sum + values.length, 0)
    this.wrong.push(...found.wrong)
    const [there, wanted] = [archived, expected].map((all) => JSON.stringify(all.map((each) => each).sort(byName)))
    if (there !== wanted) this.wrong.push(`the archive gets ${there} instead of ${wanted}`)
  }
}

function byName(one: Archived, other: Archived): number {
  return one.name < other.name ? -1 : one.name > other.name ? 1 : 0
}
