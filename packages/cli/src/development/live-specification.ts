// A specification in development → the application of its newest valid version. Each saved version is compiled,
// migrated to and swapped in; an invalid one is held back, and the former one stays. Changes run one after another, and
// each reads the file as it is then, so the last save wins.

import type {
  MovedClock,
  PlanOfText,
  SavedText,
  SpecificationReport,
  SpecificationText,
  TextToSave,
} from '@ninefold/core/contract/wire/development.ts'
import { dirname, join } from 'node:path'
import { type Diagnostic, hasErrors } from '@ninefold/core/diagnostic/diagnostic.ts'
import { nextLock } from '@ninefold/core/evolution/evolve.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { chapterFiles } from '@ninefold/core/read/chapters.ts'
import type { Source } from '@ninefold/core/text/source.ts'
import { dataFilesIn } from '@ninefold/server/api/calls/data-files.ts'
import { RequestLog } from '@ninefold/server/api/operation/request-log.ts'
import { ImpersonatedRoles } from '@ninefold/server/api/authentication/impersonation.ts'
import type { DevelopmentHooks, NinefoldServer } from '@ninefold/server/api/server.ts'
import type { Application } from '@ninefold/server/gate/context/application.ts'
import { caughtUp } from '@ninefold/server/jobs/clock-advance.ts'
import { appliedText } from '@ninefold/server/store/migrate/applied-text.ts'
import type { Database } from '@ninefold/server/store/driver/database.ts'
import { endMovable, makeMovable } from '@ninefold/server/store/driver/moved-clock.ts'
import { observedDatabase } from '@ninefold/server/store/driver/observed-database.ts'
import { DataLoadError } from '@ninefold/server/store/data/data-refusals.ts'
import type { DataFiles } from '@ninefold/server/store/data/data-files.ts'
import type { SecretTexts } from '@ninefold/server/store/data/secret-texts.ts'
import type { FileStore } from '@ninefold/server/store/files/file-store.ts'
import { bringEngineTables, type WaitingStep } from '@ninefold/server/store/migrate/migrate.ts'
import { diagnosticOf } from '../operation/data-refused.ts'
import { emptyForm } from '../empty-form.ts'
import { Stop } from '../terminal/exit.ts'
import { readIdentitiesFile, writeIdentitiesFile } from '../evolution/identities-file.ts'
import { outsideFrom } from '../operation/outside.ts'
import { DevelopmentSecrets } from '../operation/services-out.ts'
import { keyOfLogo, readLogoFiles, type LogoFiles } from '../operation/logo-files.ts'
import { applicationOf, bringTo, type Brought, type Compiled, compile, loadData } from '../pipeline.ts'
import { planOf } from '../evolution/plan.ts'
import { readSpecificationFile } from '../specification-file.ts'
import { today } from '../today.ts'
import type { Outcome, ServedMeanwhile } from './outcome.ts'
import { saveText } from './save-text.ts'
import { readSavedFile } from './watch-file.ts'
import { defectReport, reportOf } from './report.ts'

/** A valid version whose migration waits for consent. */
interface Waiting {
  readonly source: Source
  readonly compiled: Compiled
  readonly model: Model
  readonly steps: readonly WaitingStep[]
}

export class LiveSpecification implements DevelopmentHooks {
  aheadMs = 0
  readonly requests = new RequestLog((event) => this.server?.announce(event))
  readonly seenRoles = new ImpersonatedRoles()
  readonly signing = new DevelopmentSecrets(process.env)
  private readonly file: string
  private readonly openDatabase: (aheadMs: number) => Database
  private readonly secretTexts: SecretTexts
  private readonly tell: (outcome: Outcome) => void
  private readonly dataFiles: { readonly dataFiles?: DataFiles }
  private readonly databases: Database[]
  private readonly outside = outsideFrom(process.env, true)
  private database: Database
  /** The application that answers requests now. */
  private served: Application | null = null
  private server: NinefoldServer | null = null
  /** The database's tables, as far as this process knows. */
  private schemaKey: string | null = null
  private seen: Source | null = null
  /** Of the last compiled text. */
  private seenLogo: LogoFiles = { shown: {}, problem: null }
  private waiting: Waiting | null = null
  private current: SpecificationReport | null = null
  private work: Promise<void> = Promise.resolve()
  private saves: Promise<unknown> = Promise.resolve()

  constructor(
    file: string,
    openDatabase: (aheadMs: number) => Database,
    secretTexts: SecretTexts,
    tell: (outcome: Outcome) => void,
    /** Store of the sample data's files. Missing: files are left out. */
    files?: FileStore,
  ) {
    this.file = file
    this.secretTexts = secretTexts
    this.openDatabase = openDatabase
    this.tell = tell
    this.dataFiles = files === undefined ? {} : { dataFiles: dataFilesIn(dirname(file), files) }
    this.database = this.connect()
    this.databases = [this.database]
  }

  report(): SpecificationReport {
    return this.current ?? { file: this.file, questions: [], diagnostics: [], waiting: [] }
  }

  /**
   * Returns the first application. If the text cannot be served, it is the version that the tables belong to, or an
   * empty one.
   */
  async open(source: Source): Promise<Application> {
    this.seen = source
    await endMovable(this.database.pool)
    const begun = performance.now()
    const isFirst = (await appliedText(this.database.pool)) === null
    const made = await this.make(source, [])
    if (made === null) {
      this.served = await this.standIn(source)
      return this.served
    }
    const unloaded = await this.load(made.application, source)
    // In a new database everything is new, so nothing is reported as a change.
    const changes = isFirst ? [] : made.changes
    this.settle({
      kind: 'applied',
      source,
      compiled: made.compiled,
      changes,
      unloaded,
      tookMs: performance.now() - begun,
    })
    return made.application
  }

  /** From now on, new versions replace the application of this server. */
  attach(server: NinefoldServer): void {
    this.server = server
  }

  /** The file was saved, or may have been; in the latter case an unchanged text is not reported. */
  saved(isCertain: boolean): Promise<void> {
    return this.oneAfterAnother(async () => {
      let source: Source
      try {
        source = await readSavedFile(this.file)
      } catch (error) {
        if (!(error instanceof Stop)) throw error
        if (this.seen !== null) this.tell({ kind: 'file gone', reason: error.message })
        this.seen = null
        return
      }
      // Saving a waiting version again retries it, because the records in its way may be gone.
      const isTriedAgain = isCertain && this.waiting !== null
      if (source.text === this.seen?.text && !isTriedAgain) return
      this.seen = source
      await this.apply(source, [])
    })
  }

  chapterFiles(): readonly string[] {
    return this.seen === null ? [] : chapterFiles(this.seen)
  }

  /** Files of the pictures that the text shows or tries to show. */
  logoFiles(): readonly string[] {
    const { file, inDark } = this.served?.model.limits.logo ?? { file: null, inDark: null }
    return [file, inDark].flatMap((name) => (name === null ? [] : [join(dirname(this.file), name)]))
  }

  /** A picture was saved, or may have been. The text is served again, which also reports problems with the picture. */
  logoSaved(): Promise<void> {
    return this.oneAfterAnother(async () => {
      if (this.served === null) return
      const found = await readLogoFiles(this.file, this.served.model)
      if (keyOfLogo(found) === keyOfLogo(this.seenLogo)) return
      await this.apply(await readSpecificationFile(this.file), [])
    })
  }

  /** Approves the waiting steps, for at most the numbers of rows that were shown. */
  consent(): Promise<void> {
    const shown = this.waiting?.steps ?? []
    return this.oneAfterAnother(async () => {
      if (this.waiting !== null) await this.apply(this.waiting.source, shown)
    })
  }

  text(): Promise<SpecificationText> {
    return readSpecificationFile(this.file)
  }

  /**
   * Saves run one after another, so that of two simultaneous ones the second is refused. The written file is then
   * handled like any other save.
   */
  save(saved: TextToSave): Promise<SavedText> {
    const done = this.saves.then(() => saveText(this.file, saved))
    this.saves = done.catch(() => {})
    return done
  }

  async plan(text: string): Promise<PlanOfText | null> {
    const { model } = compile(text)
    if (model === null) return null
    const plan = await planOf(this.database, model, await readIdentitiesFile(this.file))
    const losses = plan.losses.map(({ sentence, rows }) => ({ sentence, rows, losesValues: true }))
    const obstacles = plan.obstacles.map(({ sentence, rows }) => ({ sentence, rows, losesValues: false }))
    return {
      differences: plan.differences.map(({ point, kind, sentence }) => ({ point, kind, sentence })),
      concerned: [...losses, ...obstacles],
    }
  }

  async moveClock(aheadMs: number): Promise<MovedClock> {
    await this.oneAfterAnother(() => this.serveAt(aheadMs))
    if (this.served === null) return { aheadMs, done: [], isWaiting: false }
    const caught = await caughtUp(this.served)
    this.server?.announce({ kind: 'applied', revision: this.served.revision })
    return { aheadMs: this.aheadMs, ...caught }
  }

  /** Serves the same application over connections with a moved clock. */
  private async serveAt(aheadMs: number): Promise<void> {
    if (this.served === null) return
    if (aheadMs !== 0) await makeMovable(this.database.pool)
    const before = this.database
    this.aheadMs = aheadMs
    this.database = this.connect()
    this.databases.push(this.database)
    const swap = await this.server?.prepare({ ...this.served, database: this.database })
    this.served = { ...this.served, database: this.database }
    swap?.()
    before.retire()
  }

  private connect(): Database {
    return observedDatabase(this.openDatabase(this.aheadMs), this.requests.listening)
  }

  private applicationOf(model: Model, text: string): Application {
    const application = applicationOf(model, text, 'development', this.database, this.secretTexts)
    const development = { ...this.requests.development, roleOf: (token: string) => this.seenRoles.roleOf(token) }
    return { ...application, development, ...this.outside, signingSecrets: this.signing.of }
  }

  /** Waits for a running change. */
  async close(): Promise<void> {
    await this.work
    await Promise.all(this.databases.map((database) => database.close()))
  }

  private oneAfterAnother(change: () => Promise<void>): Promise<void> {
    this.work = this.work.then(change).catch((cause: unknown) => {
      this.settle({ kind: 'failed', cause })
    })
    return this.work
  }

  private async apply(source: Source, agreed: readonly WaitingStep[]): Promise<void> {
    const begun = performance.now()
    const made = await this.make(source, agreed)
    if (made === null) return
    const { application, compiled, changes } = made
    const unloaded = await this.load(application, source)
    await this.server?.loaded()
    this.server?.announce({ kind: 'applied', revision: application.revision })
    this.settle({ kind: 'applied', source, compiled, changes, unloaded, tookMs: performance.now() - begun })
  }

  /** Returns null, and reports the outcome, if the text has errors or its migration has to wait. */
  private async make(source: Source, agreed: readonly WaitingStep[]) {
    const compiled = compile(source.text, today())
    const { model } = compiled
    if (model === null) {
      this.waiting = null
      this.settle({ kind: 'errors', source, compiled, served: await this.servedMeanwhile() })
      return null
    }
    this.seenLogo = await readLogoFiles(this.file, model)
    const { shown, problem } = this.seenLogo
    const next = { ...this.applicationOf(model, source.text), ...shown, ...this.dataFiles }
    const schemaKey = JSON.stringify(next.schema)
    const isSameSchema = schemaKey === this.schemaKey
    // Connections cache the result types of statements, so a version with other tables gets new connections. The old
    // ones close once their requests are done.
    const database = isSameSchema ? this.database : this.connect()
    if (!isSameSchema) this.databases.push(database)
    const application = { ...next, database }
    const lock = await readIdentitiesFile(this.file)
    let result: Brought = { applied: [], waiting: [], differences: [] }
    const bring = async (): Promise<boolean> => {
      result = await bringTo(database, model, source.text, { consent: (steps) => isWithin(steps, agreed), lock })
      return result.waiting.length === 0
    }
    await this.swapTo(application, bring, isSameSchema)
    if (result.waiting.length > 0) {
      this.waiting = { source, compiled, model, steps: result.waiting }
      this.settle({ kind: 'waiting', source, steps: result.waiting })
      return null
    }
    // A folder without this file gets one by `ninefold apply`.
    if (lock !== null) await writeIdentitiesFile(this.file, nextLock(lock, model, false))
    this.waiting = null
    this.schemaKey = schemaKey
    if (!isSameSchema) this.database.retire()
    this.database = database
    const told = problem === null ? compiled : { ...compiled, diagnostics: [...compiled.diagnostics, problem] }
    return { application, compiled: told, changes: sentencesOf(result) }
  }

  /**
   * Swaps the application in as soon as the tables are migrated, while no request runs: the former version does not
   * know the new tables.
   */
  private async swapTo(
    application: Application,
    bringTables: () => Promise<boolean>,
    isSameSchema: boolean,
  ): Promise<void> {
    const swap = await this.server?.prepare(application)
    const release = isSameSchema ? undefined : await this.server?.hold()
    try {
      if (!(await bringTables())) return
      swap?.()
      this.served = application
    } finally {
      release?.()
    }
  }

  /** Loads the data of the text. A row that cannot be loaded does not keep the rest from being served. */
  private async load(application: Application, source: Source): Promise<Diagnostic | null> {
    try {
      await loadData(application, ['reference', 'sample'])
      return null
    } catch (error) {
      if (!(error instanceof DataLoadError)) throw error
      return diagnosticOf(error, source)
    }
  }

  /** The first application if the text cannot be served: the version that the tables belong to, or the empty form. */
  private async standIn(source: Source): Promise<Application> {
    await bringEngineTables(this.database.pool)
    const text = await appliedText(this.database.pool)
    const model = text === null ? null : compile(text).model
    if (text !== null && model !== null) return this.applicationOf(model, text)
    const form = emptyForm(this.waiting?.model.name ?? compile(source.text).draft.name?.text ?? this.file)
    const empty = compile(form).model
    if (empty === null) throw new Error('The empty form has errors.')
    return this.applicationOf(empty, form)
  }

  private async servedMeanwhile(): Promise<ServedMeanwhile> {
    if (this.schemaKey !== null) return 'last good version'
    const text = await appliedText(this.database.pool)
    return text !== null && compile(text).model !== null ? 'version of the data' : 'nothing'
  }

  private settle(outcome: Outcome): void {
    const report = this.reportFor(outcome)
    if (report !== null) {
      this.current = report
      const isHeldBack = outcome.kind !== 'applied' || hasErrors(outcome.unloaded === null ? [] : [outcome.unloaded])
      if (isHeldBack) this.server?.announce({ kind: 'held back', report })
    }
    this.tell(outcome)
  }

  private reportFor(outcome: Outcome): SpecificationReport | null {
    switch (outcome.kind) {
      case 'applied': {
        const diagnostics =
          outcome.unloaded === null ? outcome.compiled.diagnostics : [outcome.unloaded, ...outcome.compiled.diagnostics]
        return reportOf(outcome.source, outcome.compiled.questions, diagnostics, [])
      }
      case 'errors':
        return reportOf(outcome.source, outcome.compiled.questions, outcome.compiled.diagnostics, [])
      case 'waiting':
        return reportOf(
          outcome.source,
          this.waiting?.compiled.questions ?? [],
          this.waiting?.compiled.diagnostics ?? [],
          outcome.steps,
        )
      case 'failed':
        return defectReport(this.report(), outcome.cause)
      case 'file gone':
        return null
    }
  }
}

/** The differences for each role; if these cannot be compared, the steps of the migration. */
function sentencesOf({ differences, applied }: Brought): string[] {
  return (differences.length > 0 ? differences : applied).map(({ sentence }) => sentence)
}

/** Tells whether the consent covers these steps. It does not cover more rows than were shown. */
function isWithin(steps: readonly WaitingStep[], agreed: readonly WaitingStep[]): boolean {
  return steps.every((step) => agreed.some((shown) => shown.sql === step.sql && step.rows <= shown.rows))
}
