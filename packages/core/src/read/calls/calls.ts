// Point 7 → draft: standard calls, shapes, calls with their steps, messages, schedules, examples.

import type { UnsupportedPart } from '../../diagnostic/registry.ts'
import type {
  CallsDraft,
  ExampleDraft,
  MessageDraft,
  ScheduleDraft,
  ServiceDraft,
  ShapeDraft,
  StandardCallsDraft,
} from '../../draft/calls.ts'
import { LABELS } from '../../grammar/labels.ts'
import { TABLES } from '../../grammar/tables.ts'
import { spanOf, type Phrase } from '../../outline/phrase.ts'
import { labelReaders, readBlocks } from '../blocks.ts'
import type { Expected } from '../expected.ts'
import { questionLabels } from '../questions.ts'
import { opennessOf, shown, unreadable, unsupported, type Reading } from '../reading.ts'
import type { Part, Section } from '../sections.ts'
import { table } from '../tables.ts'
import { callOf, callPartsOf, type CallParts } from './call.ts'
import { exampleOf } from './examples.ts'
import { messageInBlock, messageInRow } from './messages.ts'
import { scheduleOf } from './schedules.ts'
import { serviceOf } from './services.ts'
import { shapeOf } from './shapes.ts'
import { sharedOf, type SharedParts, withShared } from './shared.ts'
import { standardCallsOf } from './standard-calls.ts'

/** Parts of the language that are not supported yet, each reported once at its heading. */
const LATER: Readonly<Record<string, UnsupportedPart>> = {
  Function: 'functions',
  Report: 'reports',
}

export function readCalls(section: Section, reading: Reading): CallsDraft {
  const standard: StandardCallsDraft[] = []
  const missingStandard: CallsDraft['missingStandard'][number][] = []
  const shapes: ShapeDraft[] = []
  const calls: [part: Part, parts: CallParts][] = []
  const shared: SharedParts[] = []
  const messages: MessageDraft[] = []
  const services: ServiceDraft[] = []
  const schedules: ScheduleDraft[] = []
  const examples: ExampleDraft[] = []
  const expected = expectedOfPoint({ standard, missingStandard, messages }, reading)
  readBlocks(section.blocks, expected, reading)
  for (const part of section.parts) {
    const later = LATER[part.kind]
    if (later !== undefined) unsupported(spanOf(part.heading.phrase), later, reading)
    else if (part.kind === 'Shape') {
      const shape = shapeOf(part, reading)
      if (shape !== null) shapes.push(shape)
    } else if (part.kind === 'Call') {
      calls.push([part, callPartsOf(part, expected, reading)])
    } else if (part.kind === 'Shared by calls') {
      const common = sharedOf(part, expected, reading)
      if (common !== null) shared.push(common)
    } else if (part.kind === 'Message') {
      const message = messageInBlock(part, reading)
      if (message !== null) messages.push(message)
    } else if (part.kind === 'Outside service') {
      const service = serviceOf(part, reading)
      if (service !== null) services.push(service)
    } else if (part.kind === 'Schedule') schedules.push(scheduleOf(part, reading))
    else if (part.kind === 'Example') examples.push(exampleOf(part, reading))
    else readBlocks(part.blocks, expected, reading)
  }
  return {
    standard,
    missingStandard,
    shapes,
    calls: calls.flatMap(([part, parts]) => callOf(part, withShared(parts, shared), reading) ?? []),
    shared: shared.map(({ heading }) => heading),
    services,
    messages,
    schedules,
    examples,
  }
}

interface OfPoint {
  readonly standard: StandardCallsDraft[]
  readonly missingStandard: CallsDraft['missingStandard'][number][]
  readonly messages: MessageDraft[]
}

function expectedOfPoint({ standard, missingStandard, messages }: OfPoint, reading: Reading): Expected {
  const openOnly = (value: Phrase, label: Phrase): void => {
    if (opennessOf(value) === null)
      unreadable(value, `"${label.text}"`, 'Write none or not shown here, or a table below.', reading)
    else shown(value, `"${label.text}"`, reading)
  }
  return {
    tables: [
      table(TABLES.standardCalls, (row) => {
        const calls = standardCallsOf(row, reading)
        if (typeof calls === 'string') missingStandard.push(calls)
        else standard.push(calls)
      }),
      table(TABLES.messages, (row) => {
        messages.push(messageInRow(row, reading))
      }),
    ],
    labels: {
      ...questionLabels('calls', reading),
      ...labelReaders(LABELS.calls, {
        'Standard calls': openOnly,
        Shapes: openOnly,
        Messages: openOnly,
        Schedules: openOnly,
        Examples: openOnly,
      }),
    },
  }
}
