// The kinds of made-up requests, and how often each is drawn.

export type RequestKind =
  | 'list'
  | 'screen'
  | 'get'
  | 'create'
  | 'change'
  | 'delete'
  | 'transition'
  | 'call'
  | 'tenant'
  | 'give role'
  | 'take role'
  | 'time'
  | 'restore'
  | 'deleted'
  | 'history'
  | 'make key'
  | 'end key'
  | 'suspend'
  | 'end suspension'

export const KINDS: readonly RequestKind[] = [
  'create',
  'create',
  'create',
  'change',
  'change',
  'change',
  'get',
  'list',
  'screen',
  'screen',
  'screen',
  'screen',
  'delete',
  'transition',
  'transition',
  'transition',
  'call',
  'call',
  'call',
  'call',
  'call',
  'call',
  'give role',
  'take role',
  'time',
  'restore',
  'deleted',
  'history',
  'make key',
  'make key',
  'end key',
  'suspend',
  'end suspension',
]
