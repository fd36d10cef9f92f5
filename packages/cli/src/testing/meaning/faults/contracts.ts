// Faults in requests and answers beyond plain JSON.

import type { Expression } from '@ninefold/core/expression/expression.ts'
import { jsonIn } from '@ninefold/core/expression/json-of.ts'
import type { Call, FieldSet, Step, StepAction } from '@ninefold/core/model/calls.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { PLAIN_CALL } from '@ninefold/core/model/wire.ts'
import { SERVICE } from '../made-up-services.ts'
import type { AskedWith } from '../made-up-parts.ts'
import type { MadeUpRequest } from '../made-up-requests.ts'
import type { Play } from '../meaning-machine.ts'
import type { Json } from '../json.ts'

type Fault = (play: Play) => Play

export const CONTRACT_FAULTS: Readonly<Record<string, Fault>> = {
  'calls have no statuses of their own': withCalls(({ wire, ...call }) => {
    if (wire === undefined) return call
    const { statuses: _, ...others } = wire
    return { ...call, wire: others }
  }),
  'lenient values are taken exactly': withCalls((call) => ({
    ...call,
    wire: { ...(call.wire ?? PLAIN_CALL), isLenient: false },
  })),
  'calls need no version': withCalls((call) => ({ ...call, needsVersion: null })),
  'answers set no cookies': withAnswers((wire) => ({ ...wire, cookies: [] })),
  'answers are always JSON': withAnswers((wire) => ({ ...wire, form: 'JSON' })),
  'kept objects have what their caller does not see': withSets((set) => {
    const kept = set.kind === 'set' ? jsonIn(set.value) : null
    return set.kind === 'set' && kept !== null
      ? { ...set, value: { ...set.value, arguments: [{ ...kept, isOfEverything: true }] } as Expression }
      : set
  }),
  'former keys are left out': withKeys((keys) => keys.filter(({ formerOf }) => formerOf === undefined)),
  'former keys are answered for ever': withKeys((keys) => keys.map(({ until: _, ...key }) => key)),
  'what is accepted most is not asked': withRequests((asked) => ({
    ...asked,
    headers: { ...asked.headers, accept: '*/*' },
  })),
  'cookies are not read': withRequests(({ cookies: _, ...asked }) => asked),
  'forms keep one value of a name': withRequests(({ form, ...asked }) =>
    form === undefined ? asked : { ...asked, form: form.filter(([name]) => !name.startsWith('tags')) },
  ),
  'texts are read without their ends of lines': withRequests(({ text, ...asked }) =>
    text === undefined ? asked : { ...asked, text: text.replaceAll('\n', ' ') },
  ),
  'events of a service have an effect each time': ({ requests, ...play }) => ({
    ...play,
    requests: requests.map((request, index) =>
      request.asked?.from === undefined ? request : { ...request, body: { ...request.body, time: index } },
    ),
  }),
  'signatures of services are not looked at': withRequests((asked, { path }) =>
    path.startsWith('/hooks/') ? { ...asked, from: SERVICE } : asked,
  ),
  'services never answer': (play) => ({
    ...play,
    model: {
      ...play.model,
      calls: {
        ...play.model.calls,
        services: play.model.calls.services.map((service) => ({
          ...service,
          operations: service.operations.map((operation) => ({ ...operation, examples: {} })),
        })),
      },
    },
  }),
  'webhooks are sent as e-mails': (play) => ({
    ...play,
    model: {
      ...play.model,
      calls: {
        ...play.model.calls,
        messages: play.model.calls.messages.map((message) => ({
          ...message,
          by: message.by === 'webhook' ? 'email' : message.by,
        })),
      },
    },
  }),
  'objects of a list name one record': withRequests(({ content, ...asked }) =>
    content === undefined ? asked : { ...asked, content: namingAnn(content) },
  ),
  'standard calls ask for no version': (play) => ({
    ...play,
    requests: play.requests.map(({ version: _, ...request }): MadeUpRequest => request),
  }),
  'versions are not counted': (play) => ({
    ...play,
    requests: play.requests.map((request) =>
      request.version === undefined || request.version === 1 ? request : { ...request, version: request.version - 1 },
    ),
  }),
}

function namingAnn(content: Json): Json {
  return Array.isArray(content)
    ? content.map((item: Json): Json =>
        typeof item === 'object' && item !== null && 'who' in item ? { ...item, who: 'ann' } : item,
      )
    : content
}

function withRequests(change: (asked: AskedWith, request: MadeUpRequest) => AskedWith): Fault {
  return (play) => ({
    ...play,
    requests: play.requests.map((request) =>
      request.asked === undefined ? request : { ...request, asked: change(request.asked, request) },
    ),
  })
}

function withCalls(change: (call: Call) => Call): Fault {
  return ({ model, ...play }) => ({
    ...play,
    model: { ...model, calls: { ...model.calls, calls: model.calls.calls.map(change) } },
  })
}

type Answer = Extract<StepAction, { kind: 'respond' }>

function withAnswers(change: (wire: NonNullable<Answer['wire']>) => NonNullable<Answer['wire']>): Fault {
  const changed = (step: Step): Step =>
    step.action.kind === 'respond' && step.action.wire !== undefined
      ? { ...step, action: { ...step.action, wire: change(step.action.wire) } }
      : step
  return withCalls((call) => ({ ...call, steps: call.steps.map(withinBlocks(changed)) }))
}

function withSets(change: (set: FieldSet) => FieldSet): Fault {
  const changed = (step: Step): Step =>
    step.action.kind === 'create' ? { ...step, action: { ...step.action, sets: step.action.sets.map(change) } } : step
  return withCalls((call) => ({ ...call, steps: call.steps.map(withinBlocks(changed)) }))
}

/** Includes steps below `by Accept:`. */
function withinBlocks(change: (step: Step) => Step): (step: Step) => Step {
  return (step) =>
    step.action.kind === 'block'
      ? change({ ...step, action: { ...step.action, steps: step.action.steps.map(withinBlocks(change)) } })
      : change(step)
}

type Keys = Model['calls']['shapes'][number]['keys']

function withKeys(change: (keys: Keys) => Keys): Fault {
  return ({ model, ...play }) => ({
    ...play,
    model: {
      ...model,
      calls: { ...model.calls, shapes: model.calls.shapes.map((shape) => ({ ...shape, keys: change(shape.keys) })) },
    },
  })
}
