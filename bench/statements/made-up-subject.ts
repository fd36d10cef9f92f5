// A seed → a made-up specification that is served, with a few records that people have created, and requests to it.

import { modelOf } from '@ninefold/core/compile.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { bringTo, loadData, startServer } from '@ninefold/cli/pipeline.ts'
import { randomFrom } from '@ninefold/cli/testing/chance.ts'
import { applicationForRequests, sent } from '@ninefold/cli/testing/meaning/engine.ts'
import { InterpretedPlay } from '@ninefold/cli/testing/meaning/interpreted-play.ts'
import { type Identities, keptBy } from '@ninefold/cli/testing/meaning/kept-by-engine.ts'
import { madeUpRequests, type MadeUpRequest } from '@ninefold/cli/testing/meaning/made-up-requests.ts'
import { madeUpSpecification } from '@ninefold/cli/testing/meaning/made-up-specification.ts'
import { tenanciesOf } from '@ninefold/cli/testing/meaning/meaning-machine.ts'
import { EngineKeys } from '@ninefold/cli/testing/meaning/people/engine-keys.ts'
import { Sessions } from '@ninefold/cli/testing/meaning/people/sessions.ts'
import { openDatabase } from '@ninefold/server/store/driver/database.ts'
import { makeMovable } from '@ninefold/server/store/driver/moved-clock.ts'
import { pino } from 'pino'
import { type Recorded, RecordedStatements } from './recorded-statements.ts'

export interface MadeUpText {
  readonly text: string
  readonly model: Model
  readonly beginsMs: number
  /** They create the first records. */
  readonly first: readonly MadeUpRequest[]
  readonly measured: readonly MadeUpRequest[]
}

/** A statement, with the kind of request for which it was sent first. */
export interface Asked {
  readonly kind: MadeUpRequest['kind']
  readonly request: string
  readonly statement: Recorded
}

export interface Subject extends AsyncDisposable {
  /** Each distinct statement of the measured requests. None of their writes is kept. */
  recorded(): Promise<readonly Asked[]>
}

/** The second page has a cursor, or an offset. */
const PAGES = 2
const [FIRST, MEASURED] = [60, 140]

/** Null: the checker refuses the made-up text. */
export function madeUpText(seed: number): MadeUpText | null {
  const random = randomFrom(seed)
  const madeUp = madeUpSpecification(random, seed % 2 === 1, tenanciesOf(seed))
  const model = modelOf(madeUp.text)
  if (model === null) return null
  const play = new InterpretedPlay(model, madeUp.beginsMs)
  const requests = madeUpRequests(madeUp, FIRST + MEASURED, random, play).filter(({ kind }) => kind !== 'time')
  return {
    text: madeUp.text,
    model,
    beginsMs: madeUp.beginsMs,
    first: requests.slice(0, FIRST),
    measured: requests.slice(FIRST),
  }
}

/** `aheadMs`: the offset of its clock. */
export async function served(
  { text, model, first, measured }: MadeUpText,
  connectionString: string,
  aheadMs: number,
): Promise<Subject> {
  const recorder = new RecordedStatements()
  const database = openDatabase({ connectionString, aheadMs })
  await makeMovable(database.pool)
  await bringTo(database, model, text, { consent: false, lock: null })
  const application = applicationForRequests(model, text, recorder.double(database))
  await loadData(application, ['reference', 'sample'])
  const server = await startServer(
    { host: '127.0.0.1', port: 0, webFolder: null, logger: pino({ level: 'silent' }), development: null },
    application,
  )
  const address = `http://127.0.0.1:${server.port}`
  const [sessions, keys] = [new Sessions(application), new EngineKeys(database.pool)]
  const answer = (identities: Identities, request: MadeUpRequest): ReturnType<typeof sent> =>
    sent({ address, application, sessions, keys, identities, pagesMax: PAGES }, request)
  let { identities } = await keptBy(application)
  for (const request of first) {
    await answer(identities, request)
    if (request.kind !== 'list' && request.kind !== 'screen') ({ identities } = await keptBy(application))
  }
  return {
    recorded: async () => {
      const asked = new Map<string, Asked>()
      for (const request of measured) {
        // A session is created once, so it does not belong to the request.
        await sessions.headersOf(identities, request.who)
        recorder.isRecording = true
        const { status } = await answer(identities, request)
        recorder.isRecording = false
        for (const statement of recorder.taken()) {
          if (status < 400 && !asked.has(statement.text))
            asked.set(statement.text, { kind: request.kind, request: titleOf(request), statement })
        }
      }
      return [...asked.values()]
    },
    [Symbol.asyncDispose]: async () => {
      await server.close()
      await database.close()
    },
  }
}

function titleOf({ who, kind, entity, path, key, transition, query, asked }: MadeUpRequest): string {
  return [
    who ?? 'a guest',
    kind,
    kind === 'call' ? path : entity,
    key,
    transition,
    JSON.stringify(asked?.query ?? query),
  ].join(' ')
}
