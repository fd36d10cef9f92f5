// The step `later:`: deferred steps with their present bindings (reference/7-calls, Later).

import { type LaterAction, namesInSteps } from '../model/steps/later-steps.ts'
import { eyesOf, surroundingsOf } from './rights.ts'
import { isReference } from './store.ts'
import type { Run } from './run.ts'

export function deferSteps(run: Run, action: LaterAction): void {
  const { store, caller, names, sent, who } = run
  const eyes = eyesOf(caller, surroundingsOf(run.model, store, caller))
  const inSteps = namesInSteps(action)
  const kept = new Map([...names].filter(([name]) => inSteps.has(name)))
  const seen = [...kept].flatMap(([name, value]) =>
    isReference(value) && (eyes === null || eyes.sees(value)) ? [name] : [],
  )
  store.putOff.push({
    number: ++store.made,
    steps: action.steps,
    names: kept,
    seen: new Set(seen),
    sent: new Set([...sent].filter((input) => inSteps.has(`input.${input}`))),
    who: {
      me: caller.me,
      tenant: caller.tenant,
      isProduct: caller.isProduct === true,
      isClock: caller.isClock === true,
    },
    narrowedTo: caller.isByKey === true ? caller.roles : null,
    roles: who !== null && who.some((role) => caller.roles.has(role)) ? who : null,
    dueMs: store.nowMs,
    attempts: 0,
  })
}
