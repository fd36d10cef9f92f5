// Parts "Shared by calls" → copied into each call that shares them: before its own inputs and steps, and for labels
// that the call itself does not have.

import type { SharedDraft } from '../../draft/calls.ts'
import { spanOf, writtenOf } from '../../outline/phrase.ts'
import { unreadable, type Reading } from '../reading.ts'
import type { Expected } from '../expected.ts'
import type { Part } from '../sections.ts'
import { type CallLabel, type CallParts, callPartsOf } from './call.ts'

export interface SharedParts extends CallParts {
  readonly heading: SharedDraft
}

/**
 * The heading of a part.
 *
 *   ### Shared by calls: Paging
 *                        ^
 */
export function sharedOf(part: Part, ofPoint: Expected, reading: Reading): SharedParts | null {
  const parts = callPartsOf(part, ofPoint, reading, ['Shares', 'was'])
  if (part.name.text === '')
    return unreadable(part.heading.phrase, 'a part', 'Write its name: Shared by calls: Paging.', reading)
  return { ...parts, heading: { name: writtenOf(part.name), span: spanOf(part.heading.phrase) } }
}

export function withShared(call: CallParts, shared: readonly SharedParts[]): CallParts {
  const parts = call.labelled.shares.flatMap(
    ({ text }) => shared.find(({ heading }) => heading.name.text === text) ?? [],
  )
  if (parts.length === 0) return call
  const all = [...parts, call]
  const labelled = { ...call.labelled }
  const wire = { ...call.wire }
  for (const [label, take] of Object.entries(TAKEN) as [keyof typeof TAKEN, Take][]) {
    const source = call.said.has(label) ? undefined : parts.find(({ said }) => said.has(label))
    if (source !== undefined) take({ labelled, wire }, source)
  }
  return {
    labelled,
    wire,
    inputs: all.flatMap(({ inputs }) => inputs),
    queries: all.flatMap(({ queries }) => queries),
    carried: all.flatMap(({ carried }) => carried),
    steps: all.flatMap(({ steps }) => steps),
    said: call.said,
  }
}

type Take = (to: Pick<CallParts, 'labelled' | 'wire'>, from: Pick<CallParts, 'labelled' | 'wire'>) => void

/** The effect of each label on the draft of a call. */
const TAKEN: Readonly<Record<Exclude<CallLabel, 'Shares' | 'was' | 'Isolation'>, Take>> = {
  Who: (to, { labelled: { who, isWhoNotShown } }) => Object.assign(to.labelled, { who, isWhoNotShown }),
  Repeatable: (to, { labelled: { repeatable } }) => Object.assign(to.labelled, { repeatable }),
  Needs: (to, { labelled: { needsVersion, isVersionOptional, needsFactor } }) =>
    Object.assign(to.labelled, { needsVersion, isVersionOptional, needsFactor }),
  'Runs as': (to, { labelled: { runsAsProduct, isForWhoeverCalls } }) =>
    Object.assign(to.labelled, { runsAsProduct, isForWhoeverCalls }),
  'Used by': (to, { labelled: { isForPrograms } }) => Object.assign(to.labelled, { isForPrograms }),
  'Built-in errors': (to, { wire: { statuses } }) => Object.assign(to.wire, { statuses }),
  'Error body': (to, { wire: { errorBody } }) => Object.assign(to.wire, { errorBody }),
  'Error headers': (to, { wire: { errorHeaders } }) => Object.assign(to.wire, { errorHeaders }),
  Body: (to, { wire: { bodies, bodySaid } }) => Object.assign(to.wire, { bodies, bodySaid }),
  Values: (to, { wire: { isLenient } }) => Object.assign(to.wire, { isLenient }),
  'Unknown inputs': (to, { wire: { unknownInputs } }) => Object.assign(to.wire, { unknownInputs }),
}
