// A due item → done, whatever its kind; and everything that is due at a moment, in order.

import type { Logger } from 'pino'
import type { DocumentContent } from '../documents/content.ts'
import { renderedDocument } from '../gate/documents/document-pictures.ts'
import { issuedContent, markIssuedFailed } from '../store/tables/issued-documents.ts'
import type { Application } from '../gate/context/application.ts'
import type { Outcome } from './by-the-clock.ts'
import { runRecurring } from './calls.ts'
import { deliver, type Delivery, type WaysOut } from './delivery.ts'
import { type DueItem, dueKey, dueUntil } from './due.ts'
import { type LaterOutcome, runLater } from './later.ts'
import { runClock } from './states.ts'

/** Dependencies of the work besides its application. */
export interface JobTools extends WaysOut {
  readonly logger: Logger
}

export async function runItem(application: Application, tools: JobTools, item: DueItem, nowMs: number): Promise<void> {
  const { logger } = tools
  if (item.kind === 'message') {
    tellOfMessage(logger, item.id, await deliver(application, tools, item.id, nowMs))
    return
  }
  if (item.kind === 'later') {
    tellOfLater(logger, item.id, await runLater(application, item.id, nowMs))
    return
  }
  if (item.kind === 'document') {
    await layOut(application, tools, item.id, nowMs)
    return
  }
  const outcome: Outcome =
    item.kind === 'clock' ? await runClock(application, item, nowMs) : await runRecurring(application, item.name, nowMs)
  if (typeof outcome !== 'object') return
  const told = { due: item, reason: outcome.refused.message }
  // A clock's condition often fails for a record, which is normal; a schedule is meant to succeed.
  if (item.kind === 'clock') logger.info(told, 'The transition of a clock was refused.')
  else logger.warn(told, 'The steps of a schedule were refused.')
}

/** The first request for it renders it, too, so a failure here loses nothing. */
async function layOut(application: Application, { logger, files }: JobTools, id: string, nowMs: number): Promise<void> {
  const { database } = application
  const content = await issuedContent(database, id)
  if (content === null) return
  try {
    await renderedDocument(application, files, { ...(JSON.parse(content) as DocumentContent), issued: id })
  } catch (err) {
    const isLast = await markIssuedFailed(database, id, nowMs)
    const told = { document: id, err }
    if (isLast) logger.error(told, 'An issued document could not be laid out; the next request for it tries again.')
    else logger.warn(told, 'An issued document could not be laid out, and is tried again.')
  }
}

function tellOfMessage(logger: Logger, message: string, delivery: Delivery): void {
  if (typeof delivery !== 'object') return
  const told = { message, reason: delivery.failed }
  if (delivery.isGivenUp) logger.error(told, 'A message could not be delivered, and is given up.')
  else logger.warn(told, 'A message could not be delivered, and is tried again.')
}

function tellOfLater(logger: Logger, id: string, outcome: LaterOutcome): void {
  if (typeof outcome !== 'object') return
  const { failed: reason, isGivenUp, cause } = outcome
  if (isGivenUp) logger.error({ later: id, reason }, 'Steps that were put off have failed for good.')
  else if (cause === null)
    logger.warn({ later: id, reason }, 'Steps that were put off were refused, and are tried again.')
  else logger.error({ later: id, err: cause }, 'Steps that were put off failed, and are tried again.')
}

/** Does everything that is due at that moment, and what becomes due by it. Items that stay due are tried once. */
export async function runDue(application: Application, tools: JobTools, nowMs: number): Promise<void> {
  const tried = new Set<string>()
  for (;;) {
    const due = (await dueUntil(application.database, nowMs)).filter(
      ({ item, atMs }) => !tried.has(`${dueKey(item)} ${atMs}`),
    )
    if (due.length === 0) return
    for (const { item, atMs } of due) {
      tried.add(`${dueKey(item)} ${atMs}`)
      await runItem(application, tools, item, nowMs)
    }
  }
}
