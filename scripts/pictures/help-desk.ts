// An empty help desk → one on an ordinary morning: tickets in every state, one of them with a conversation.

import { type Caller, callerFor } from './caller.ts'
import { moveToMoment } from './moment.ts'

interface Told {
  readonly subject: string
  readonly body: string
  readonly priority: 'low' | 'normal' | 'high' | 'urgent'
  readonly becomes: 'new' | 'open' | 'pending' | 'resolved'
}

const TOLD: readonly Told[] = [
  {
    subject: 'The projector in room 4 stays dark',
    body: 'It hums, and nothing is seen.',
    priority: 'normal',
    becomes: 'resolved',
  },
  {
    subject: 'New colleague needs an account',
    body: 'Her name is Lena, and she begins on Monday.',
    priority: 'normal',
    becomes: 'pending',
  },
  {
    subject: 'Printer on the second floor is out of paper',
    body: 'Nobody knows where the paper is.',
    priority: 'low',
    becomes: 'new',
  },
  {
    subject: 'Calendar shows meetings an hour late',
    body: 'Since the update of yesterday.',
    priority: 'high',
    becomes: 'open',
  },
  {
    subject: 'Please unlock the store room',
    body: 'The badge reader blinks red.',
    priority: 'normal',
    becomes: 'open',
  },
  {
    subject: 'Screen flickers when the lamp is on',
    body: 'Only at the desk by the window.',
    priority: 'low',
    becomes: 'new',
  },
  {
    subject: 'Cannot open attachments from the bank',
    body: 'They end in .p7m, and no program wants them.',
    priority: 'high',
    becomes: 'new',
  },
  {
    subject: 'Wi-Fi drops in the canteen',
    body: 'About every ten minutes, for all of us.',
    priority: 'normal',
    becomes: 'open',
  },
  {
    subject: 'No internet at the front desk',
    body: 'Nobody can be checked in. The red light on the box is on.',
    priority: 'urgent',
    becomes: 'open',
  },
  {
    subject: 'Second monitor for the design team',
    body: 'Two of them, if there are any left.',
    priority: 'low',
    becomes: 'new',
  },
]

/** The ticket whose own page is pictured. */
export const TOLD_ABOUT = TOLD.findIndex(({ priority }) => priority === 'urgent')

export async function fillHelpDesk(address: string): Promise<void> {
  await moveToMoment(address)
  const [ada, ben, cleo] = await Promise.all([
    callerFor(address, 'ada@example.test', 'correct-horse-1'),
    callerFor(address, 'ben@example.test', 'correct-horse-2'),
    callerFor(address, 'cleo@example.test', 'correct-horse-3'),
  ])
  const category = await firstId(ada, '/api/categories')
  const user = await ben.call<{ caller: { id: string } }>('GET', '/_ninefold/app')
  await ada.call('PATCH', `/api/teams/${await firstId(ada, '/api/teams')}`, { members: [user.caller.id] })
  for (const told of TOLD) {
    const { subject, body, priority } = told
    const { number } = await cleo.call<{ number: number }>('POST', '/api/tickets', {
      subject,
      body,
      priority,
      category,
    })
    await bring(ben, cleo, number, told)
  }
}

async function bring(ben: Caller, cleo: Caller, number: number, told: Told): Promise<void> {
  if (told.becomes === 'new') return
  await ben.call('POST', `/api/tickets/${number}/take`)
  await ben.call('POST', `/api/tickets/${number}/comments`, { body: 'I am looking into it. Is anybody else affected?' })
  if (told.becomes === 'pending') await ben.call('POST', `/api/tickets/${number}/ask`)
  if (told.becomes === 'resolved') await ben.call('POST', `/api/tickets/${number}/resolve`)
  if (told.priority !== 'urgent') return
  for (const { who, body, internal } of TALK) {
    const inner = internal === true ? { internal } : {}
    await (who === 'ben' ? ben : cleo).call('POST', `/api/tickets/${number}/comments`, { body, ...inner })
  }
}

/** Comments on the urgent ticket. */
const TALK: readonly { readonly who: 'ben' | 'cleo'; readonly body: string; readonly internal?: true }[] = [
  { who: 'cleo', body: 'Yes: both desks and the card terminal.' },
  { who: 'ben', body: 'The switch in the cellar has lost its power. Somebody is on the way.', internal: true },
  { who: 'ben', body: 'It is the power in the cellar. You should be back within half an hour.' },
  { who: 'cleo', body: 'Thank you! We write the names down on paper meanwhile.' },
]

async function firstId(caller: Caller, path: string): Promise<string> {
  const { items } = await caller.call<{ items: { id: string }[] }>('GET', path)
  const [first] = items
  if (first === undefined) throw new Error(`${path} has nothing to choose from.`)
  return first.id
}
