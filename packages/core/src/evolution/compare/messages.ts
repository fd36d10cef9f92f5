// Messages, schedules and examples of point 7 in two models → changes of what is sent, run and tested.

import type { Example, ExampleStep, Schedule } from '../../model/calls.ts'
import type { Message } from '../../model/outside/messages.ts'
import type { Recurrence } from '../../model/time/recurrence.ts'
import { stepsSaid } from './steps.ts'
import { listed } from '../meaning.ts'
import { timeWords } from '../clock-times.ts'
import { KEY, type Members, membersSaid, partsSaid, type Said } from './sentences.ts'

export function messagesSaid(before: readonly Message[], after: readonly Message[]): Said[] {
  return partsSaid(before, after, ({ name }) => name, {
    gone: ({ name }) => [['review', `The message ${name} is sent no more.`]],
    made: ({ name }) => [['safe', `The message ${name} is new.`]],
    changed: (pair) => membersSaid(`The message ${pair.now.name}`, messageMembers(pair.now), pair),
    order: ['safe', 'The messages stand in another order.'],
  })
}

function messageMembers({ name }: Message): Members<Message> {
  return {
    name: KEY,
    by: (_, now) => [
      ['review', `The message ${name} is sent ${now === null ? 'no more, because no way is stated' : `by ${now}`}.`],
    ],
    signedWith: (_, now) => [
      ['contract', `The message ${name} is signed with ${now ?? 'nothing'}: its receivers have to know.`],
    ],
  }
}

export function schedulesSaid(before: readonly Schedule[], after: readonly Schedule[]): Said[] {
  return partsSaid(before, after, ({ name }) => name, {
    gone: ({ name }) => [['review', `The schedule "${name}" runs no more.`]],
    made: ({ name }) => [['review', `The schedule "${name}" is new.`]],
    changed: (pair) => membersSaid(`The schedule "${pair.now.name}"`, scheduleMembers(pair.now), pair),
    order: ['safe', 'The schedules stand in another order.'],
  })
}

function scheduleMembers({ name }: Schedule): Members<Schedule> {
  const place = `The schedule "${name}"`
  return {
    name: KEY,
    runs: (_, now) => [
      ['review', `${place} runs ${now === null ? 'no more, because no time is stated' : recurrenceWords(now)}.`],
    ],
    steps: (old, now) => stepsSaid(place, old, now),
  }
}

function recurrenceWords(recurrence: Recurrence): string {
  switch (recurrence.kind) {
    case 'interval':
      return `every ${recurrence.minutes} minutes`
    case 'weekly':
      return `on ${listed(recurrence.days)} at ${timeWords(recurrence.time)}`
    case 'monthly':
      return `each month on day ${recurrence.day} at ${timeWords(recurrence.time)}`
  }
}

export function examplesSaid(before: readonly Example[], after: readonly Example[]): Said[] {
  return partsSaid(before, after, ({ name }) => name, {
    gone: ({ name }) => [['safe', `The example "${name}" is played no more.`]],
    made: ({ name }) => [['safe', `The example "${name}" is new.`]],
    changed: (pair) => membersSaid(`The example "${pair.now.name}"`, exampleMembers(pair.now), pair),
    order: ['safe', 'The examples stand in another order.'],
  })
}

function exampleMembers({ name }: Example): Members<Example> {
  const place = `The example "${name}"`
  return {
    name: KEY,
    steps: (old, now) =>
      partsSaid(old, now, ({ method, call }) => `${method} ${call}`, {
        gone: ({ method, call }) => [['safe', `${place} asks for ${method} ${call} no more.`]],
        made: ({ method, call }) => [['safe', `${place} asks for ${method} ${call}.`]],
        changed: (pair) => membersSaid(place, exampleStepMembers(place, pair.now), pair),
        order: ['safe', `${place} has its steps in another order.`],
      }),
  }
}

function exampleStepMembers(place: string, { method, call }: ExampleStep): Members<ExampleStep> {
  const step = `${place}: ${method} ${call}`
  const says = (words: string) => (): Said[] => [['safe', `${step} ${words}.`]]
  return {
    who: (_, now) => [['safe', `${step} is asked by ${now ?? 'a guest'}.`]],
    from: (_, now) => [['safe', `${step} is asked by ${now ?? 'no service'}.`]],
    method: KEY,
    call: KEY,
    parameters: says('is asked at another address'),
    query: says('is asked with another query'),
    body: says('is asked with another body'),
    headers: says('is asked with another body'),
    sentAs: says('is asked with another body'),
    status: (old, now) => [['safe', `${step} is to answer ${now} instead of ${old}.`]],
    code: (old, now) => [['safe', `${step} is to fail with ${now ?? 'no code'} instead of ${old ?? 'none'}.`]],
    keeps: says('has other parts of its answer used later'),
  }
}
