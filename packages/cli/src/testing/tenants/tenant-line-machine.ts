// Generated specifications with tenants → statements that reach beyond the tenant of their caller. Requests and jobs of
// each specification run on the engine, and then each statement that it has sent is judged.

import { modelOf } from '@ninefold/core/compile.ts'
import { RecordedStatements, type Run } from '@ninefold/server/testing/tenants/recorded-statements.ts'
import { beyondTenant } from '@ninefold/server/testing/tenants/beyond-tenant.ts'
import { judgeStatements, type LineResult } from '@ninefold/server/testing/tenants/tenant-line.ts'
import { randomFrom } from '../chance.ts'
import { engineOf, Place } from '../meaning/engine.ts'
import { InterpretedPlay } from '../meaning/interpreted-play.ts'
import { madeUpRequests } from '../meaning/made-up-requests.ts'
import { madeUpSpecification } from '../meaning/made-up-specification.ts'
import { namedByOf, tenanciesOf } from '../meaning/meaning-machine.ts'

export interface TenantLineOptions {
  readonly specifications: number
  readonly requestsPerSpecification: number
  readonly seed: number
  readonly areSmall: boolean
  readonly database: string
  /** A fault in the statements, which the machine must find. */
  readonly plant?: (run: Run) => Run
  readonly told?: (line: string) => void
}

export interface TenantLineResult extends LineResult {
  readonly specifications: number
  readonly beyond: readonly string[]
}

export async function runTenantLineMachine({
  specifications,
  requestsPerSpecification,
  seed,
  areSmall,
  database,
  plant = (run) => run,
  told = () => {},
}: TenantLineOptions): Promise<TenantLineResult> {
  const all = { judged: [] as LineResult['judged'][number][], loose: [] as LineResult['loose'][number][] }
  const beyond: string[] = []
  let recorded = new RecordedStatements()
  await using place = new Place(database, null, (honest) => recorded.double(honest))
  let played = 0
  for (let own = seed; played < specifications; own++) {
    if (tenanciesOf(own) === 'none' && namedByOf(own) === null) continue
    const random = randomFrom(own)
    const madeUp = madeUpSpecification(random, areSmall, tenanciesOf(own), namedByOf(own), false)
    const { text, beginsMs } = madeUp
    const model = modelOf(text)
    if (model === null) continue
    played++
    const requests = madeUpRequests(madeUp, requestsPerSpecification, random, new InterpretedPlay(model, beginsMs))
    recorded = new RecordedStatements()
    await using engine = await engineOf(model, text, place, beginsMs)
    for (const request of requests) await engine.play(request)
    if (recorded.application === null) throw new Error('Defect: nothing was served.')
    const line = await judgeStatements(recorded.application, recorded.runs().map(plant))
    const found = beyondTenant(model, line).map((what) => `seed ${own}: ${what}`)
    for (const what of found) told(what)
    beyond.push(...found)
    all.judged.push(...line.judged)
    all.loose.push(...line.loose)
  }
  return { ...all, specifications: played, beyond }
}
